//! A small model from PyPI.

use std::{path::Path, process::Command};

#[test]
fn the_local_model_wants_a_command() {
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/local-model/run");
    let output = Command::new("bash").arg(run).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("usage: "));
}
