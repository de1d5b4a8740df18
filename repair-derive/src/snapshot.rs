//! Expansions as text, for snapshots.

use expect_test::Expect;
use proc_macro2::TokenStream;

/// Compares an expansion, formatted. `UPDATE_EXPECT=1` rewrites the snapshots.
#[track_caller]
pub(crate) fn assert_expansion(expansion: &TokenStream, expected: &Expect) {
    let formatted = syn::parse2(expansion.clone()).map(|file| prettyplease::unparse(&file));
    expected.assert_eq(&formatted.unwrap_or_else(|error| format!("no Rust ({error}): {expansion}")));
}
