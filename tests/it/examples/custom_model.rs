//! A model over a client of one's own.

use super::example;

#[test]
fn the_custom_model_is_asked_again_when_it_is_busy() {
    let ran = example("custom_model", &[], &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stdout, "call 1: rate_limited: the house is busy\ncall 2: [80, 443, 8080]\nrepaired: [80, 443, 8080]\n");
}
