//! What `run` returns, as far as tokens show it.

use quote::{ToTokens, quote};
use syn::{GenericArgument, PathArguments, PathSegment, ReturnType, Signature, Type, TypeImplTrait, TypeParamBound};

const NOT_ASYNC: &str = "`run` is asynchronous: write `async fn run`";
const NO_RESULT: &str = "`run` returns a `Result`: write `-> Result<Self::Output, OpError>`";
const NESTED: &str = "`async fn` makes the future itself: write `-> Result<Self::Output, OpError>`";
const OTHER_ERROR: &str = "`run` fails with `OpError`: an error becomes one by `?` (fatal) or `.or_repair(..)` (repairable)";

pub(super) fn check(run: &Signature, output: Option<&Type>) -> Vec<syn::Error> {
    let error = |tokens: &dyn ToTokens, message| syn::Error::new_spanned(tokens.to_token_stream(), message);
    let (fn_token, name) = (run.fn_token, &run.ident);
    let keyword_and_name = quote!(#fn_token #name);
    let is_async = run.asyncness.is_some();
    let ty = match &run.output {
        ReturnType::Type(_, ty) => ungrouped(ty),
        ReturnType::Default if is_async => return vec![error(name, NO_RESULT)],
        ReturnType::Default => return vec![error(&keyword_and_name, NOT_ASYNC)],
    };
    let mut errors = Vec::new();
    let result = match future_output(ty) {
        Some(_) if is_async => return vec![error(ty, NESTED)],
        Some(output) => output,
        None => ty,
    };
    if !is_async && is_result(ty) {
        errors.push(error(&keyword_and_name, NOT_ASYNC));
    }
    if is_async && output.is_some_and(|output| same(output, result)) {
        errors.push(error(result, NO_RESULT));
    }
    if let Some(other) = error_type(result).filter(|error| last_segment(error).is_none_or(|last| last.ident != "OpError")) {
        errors.push(error(other, OTHER_ERROR));
    }
    errors
}

/// `X` in `impl Future<Output = X>`.
fn future_output(ty: &Type) -> Option<&Type> {
    let Type::ImplTrait(TypeImplTrait { bounds, .. }) = ty else { return None };
    let future = bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().filter(|last| last.ident == "Future"),
        _ => None,
    });
    arguments(future?).find_map(|argument| match argument {
        GenericArgument::AssocType(output) if output.ident == "Output" => Some(ungrouped(&output.ty)),
        _ => None,
    })
}

fn is_result(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|last| last.ident == "Result")
}

/// `E` in `Result<T, E>`. An alias with one argument may be of the right type.
fn error_type(ty: &Type) -> Option<&Type> {
    let result = last_segment(ty).filter(|last| last.ident == "Result")?;
    match arguments(result).collect::<Vec<_>>()[..] {
        [GenericArgument::Type(_), GenericArgument::Type(error)] => Some(ungrouped(error)),
        _ => None,
    }
}

fn arguments(segment: &PathSegment) -> impl Iterator<Item = &GenericArgument> {
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => Some(arguments.args.iter()),
        _ => None,
    }
    .into_iter()
    .flatten()
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        other => other,
    }
}

fn same(one: &Type, other: &Type) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}
