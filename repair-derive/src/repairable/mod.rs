//! `#[repairable(..)]`: attr and item -> check -> expand, or fallback.

mod attr;
mod check;
mod expand;
mod fallback;
mod item;
mod ladder;
mod returns;
mod setting;
#[cfg(test)]
mod tests;
mod wrong_item;

use proc_macro2::TokenStream;

use self::{attr::OpAttr, item::OpImpl};
use crate::errors::Errors;

pub(crate) fn attribute(options: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let attr = OpAttr::of(options, &mut errors);
    let op = match OpImpl::parse(item.clone()) {
        Ok(op) => op,
        Err(error) => {
            errors.push(error);
            return fallback::as_written(item, &errors);
        }
    };
    check::relaxed(&attr, &op, &mut errors);
    let wrong_run = check::check(&op, &mut errors);
    match (&attr.input, wrong_run) {
        (Some(input), None) if errors.is_empty() => expand::expand(&attr, input, &op),
        (_, None) => fallback::as_written(item, &errors),
        (_, Some(run)) => fallback::with_run_mended(&attr, &op, run, &errors),
    }
}
