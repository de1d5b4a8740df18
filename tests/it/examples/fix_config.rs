//! A configuration, checked by the program it is for.

use super::tidy_example;

/// Where nginx is missing, the example says so; `.ci/run` installs it and takes that for a failure.
#[test]
fn what_nginx_says_is_corrected() {
    let ran = tidy_example("fix_config", &[], &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    if ran.stdout == "skipped: nginx is not installed\n" {
        assert!(ran.stderr.contains("Install it"), "{}", ran.stderr);
        return;
    }
    assert_eq!(ran.stderr, "");
    for part in [
        "  draft:\n    1. (whole input): expected no error: unexpected \"}\", received \"}\"; line 20\n",
        "  attempt 1:\n    1. (whole input): expected no error: unknown directive \"proxy_pas\", received \"proxy_pas http://shop;\"; line 28\n",
        "  attempt 2:\n    accepted\n",
        "+ server 127.0.0.1:9001 backup;\n+ proxy_pass http://shop;\n",
    ] {
        assert!(ran.stdout.contains(part), "{part:?} is not in {}", ran.stdout);
    }
}
