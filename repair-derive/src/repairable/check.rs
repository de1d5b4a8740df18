//! Whether `run` is the trait's method, as far as tokens show it: that says more than a failed bound.

use proc_macro2::Group;
use quote::quote;
use syn::{FnArg, Receiver, ReceiverKind, Signature, Type};

use super::{attr::OpAttr, item::OpImpl, returns, setting::Setting};
use crate::errors::Errors;

const RELAXED: &str = "run_relaxed";

/// The function that should be `run`, where it is not.
#[derive(Clone, Copy)]
pub(crate) struct WrongRun<'a> {
    /// Its place among the impl's items.
    pub(crate) at: usize,
    pub(crate) signature: &'a Signature,
    pub(crate) body: &'a Group,
}

pub(crate) fn check<'a>(op: &'a OpImpl, errors: &mut Errors) -> Option<WrongRun<'a>> {
    let mut wrong = false;
    let mut report = |error| {
        wrong = true;
        errors.push(error);
    };
    let named_run = op.functions().find(|(_, signature, _)| signature.ident == "run");
    let (at, signature, body) = named_run.or_else(|| only_stranger(op))?;
    let name = &signature.ident;
    if name != "run" {
        report(syn::Error::new_spanned(name, format!("`Op` has no method `{name}`: call it `run`")));
    }
    [receiver(signature), context(signature)].into_iter().flatten().for_each(&mut report);
    returns::check(signature, op.output()).into_iter().for_each(&mut report);
    wrong.then_some(WrongRun { at, signature, body })
}

/// Degrading runs the relaxed check, and the trait's own accepts nothing.
pub(crate) fn relaxed(attr: &OpAttr, op: &OpImpl, errors: &mut Errors) {
    let degrade = attr.settings.iter().find_map(|setting| match setting {
        Setting::Choice(chosen) if chosen.variant == "Degrade" => Some(chosen.span),
        _ => None,
    });
    if let Some(span) = degrade
        && !op.mentions(RELAXED)
    {
        let message = "`degrade` needs a relaxed check: write `async fn run_relaxed(&self, cx: &Context)` beside `run`";
        errors.push(syn::Error::new(span, message));
    }
}

/// The one function that is no method of `Op`, if there is exactly one.
fn only_stranger(op: &OpImpl) -> Option<(usize, &Signature, &Group)> {
    let mut strangers = op.functions().filter(|(_, signature, _)| signature.ident != "commit" && signature.ident != RELAXED);
    match (strangers.next(), strangers.next()) {
        (only, None) => only,
        _ => None,
    }
}

/// Whether the function takes `&self`.
pub(crate) fn takes_self_by_reference(receiver: &Receiver) -> bool {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, mutable) => mutable.is_none(),
        ReceiverKind::Typed(_, ty) => is_shared_reference(ty),
        _ => false,
    }
}

fn receiver(run: &Signature) -> Option<syn::Error> {
    const MESSAGE: &str = "`run` takes `&self`, so that it can run again on a repaired copy";
    match run.receiver() {
        Some(receiver) if takes_self_by_reference(receiver) => None,
        Some(receiver) => Some(syn::Error::new_spanned(receiver, MESSAGE)),
        None if run.inputs.is_empty() => None,
        None => Some(syn::Error::new_spanned(&run.ident, MESSAGE)),
    }
}

fn context(run: &Signature) -> Option<syn::Error> {
    let mut rest = run.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
    let error = match (rest.next(), rest.next()) {
        (Some(FnArg::Typed(context)), None) if is_shared_reference(&context.ty) => return None,
        (Some(context), None) => syn::Error::new_spanned(context, "`run` borrows the context: write `cx: &Context`"),
        (None, _) => {
            let message = "`run` takes the op and a context: write `run(&self, cx: &Context)`";
            syn::Error::new_spanned(&run.ident, message)
        }
        (Some(_), Some(extra)) => {
            let others = rest.fold(quote!(#extra), |all, one| quote!(#all, #one));
            syn::Error::new_spanned(others, "`run` takes `&self` and a context: other inputs are fields of the op")
        }
    };
    Some(error)
}

fn is_shared_reference(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_shared_reference(&group.elem),
        Type::Reference(reference) => reference.mutability.is_none(),
        _ => false,
    }
}
