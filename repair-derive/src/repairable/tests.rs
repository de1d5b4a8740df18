//! Snapshots of the attribute's expansions.

use expect_test::expect;
use proc_macro2::TokenStream;
use quote::quote;

use super::attribute;
use crate::snapshot::assert_expansion;

fn parse_ticket() -> TokenStream {
    quote! {
        impl Op for ParseTicket {
            type Output = Ticket;

            async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
                self.raw.parse()
            }
        }
    }
}

#[test]
fn an_op_gets_one_hidden_function() {
    let expansion = attribute(quote!(input = "raw"), &parse_ticket());
    assert_expansion(
        &expansion,
        &expect![[r#"
        impl Op for ParseTicket {
            type Output = Ticket;
            async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
                self.raw.parse()
            }
            #[doc(hidden)]
            fn __repair() -> ::core::option::Option<::repair::__private::Repair<Self>> {
                ::core::option::Option::Some(
                    ::repair::__private::Repair::new(
                        ::repair::__private::again::<ParseTicket>,
                        |op| ::repair::__private::field(&mut op.raw),
                        <::repair::RepairConfig as ::core::default::Default>::default,
                    ),
                )
            }
        }
    "#]],
    );
}

#[test]
fn every_option_becomes_a_setting() {
    let options = quote! {
        input = raw,
        max_attempts = 2,
        prompt_prefix = "Dates are ISO 8601.\n",
        prompt_suffix = include_str!("suffix.md"),
        provider = "openai",
        model = Self::MODEL,
        max_tokens = 512,
        stall = "ignore",
        max_calls = 6,
        ladder = ["mend", "patch@anthropic/claude-opus-4-6"],
        drift = "reject",
        grounding = flag,
        mode = "observe",
        on_exhausted = "fail",
    };
    assert_expansion(
        &attribute(options, &parse_ticket()),
        &expect![[r#"
            impl Op for ParseTicket {
                type Output = Ticket;
                async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
                    self.raw.parse()
                }
                #[doc(hidden)]
                fn __repair() -> ::core::option::Option<::repair::__private::Repair<Self>> {
                    ::core::option::Option::Some(
                        ::repair::__private::Repair::new(
                            ::repair::__private::again::<ParseTicket>,
                            |op| ::repair::__private::field(&mut op.raw),
                            || {
                                <::repair::RepairConfig as ::core::default::Default>::default()
                                    .max_attempts(2)
                                    .prompt_prefix("Dates are ISO 8601.\n")
                                    .prompt_suffix(include_str!("suffix.md"))
                                    .provider("openai")
                                    .model(Self::MODEL)
                                    .max_tokens(512)
                                    .stall(::repair::Stall::Ignore)
                                    .max_calls(6)
                                    .ladder(
                                        ::repair::__private::ladder([
                                            (
                                                ::repair::config::Rung::Mend,
                                                ::core::option::Option::None,
                                            ),
                                            (
                                                ::repair::config::Rung::Patch,
                                                ::core::option::Option::Some((
                                                    "anthropic",
                                                    "claude-opus-4-6",
                                                )),
                                            ),
                                        ]),
                                    )
                                    .drift(::repair::config::Drift::Reject)
                                    .grounding(::repair::config::Grounding::Flag)
                                    .mode(::repair::config::Mode::Observe)
                                    .on_exhausted(::repair::config::OnExhausted::Fail)
                            },
                        ),
                    )
                }
            }
        "#]],
    );
}

#[test]
fn a_relaxed_check_may_stand_in_what_can_not_be_read() {
    for relaxed in [
        quote!(relaxed! { async fn run_relaxed }),
        quote!(async fn run_relaxed(&self, cx: &)),
        quote!(
            fn run_relaxed() {}
        ),
    ] {
        let item = quote! {
            impl Op for ParseTicket {
                type Output = Ticket;
                async fn run(&self, _: &Context) -> Result<Ticket, OpError> {}
                #relaxed
            }
        };
        let expansion = attribute(quote!(input = "raw", on_exhausted = "degrade"), &item).to_string();
        assert!(!expansion.contains("compile_error"), "{expansion}");
    }
}

#[test]
fn a_generic_op_keeps_its_where_clause() {
    let item = quote! {
        impl<T: RepairableInput> repair::Op for Parse<T>
        where
            T: Clone,
        {
            type Output = T;

            fn run(&self, cx: &Context) -> impl Future<Output = Result<T, OpError>> + Send {
                async { Ok(self.0.parse()?) }
            }
        }
    };
    assert_expansion(
        &attribute(quote!(input = "0"), &item),
        &expect![[r#"
        impl<T: RepairableInput> repair::Op for Parse<T>
        where
            T: Clone,
        {
            type Output = T;
            fn run(&self, cx: &Context) -> impl Future<Output = Result<T, OpError>> + Send {
                async { Ok(self.0.parse()?) }
            }
            #[doc(hidden)]
            fn __repair() -> ::core::option::Option<::repair::__private::Repair<Self>> {
                ::core::option::Option::Some(
                    ::repair::__private::Repair::new(
                        ::repair::__private::again::<Parse<T>>,
                        |op| ::repair::__private::field(&mut op.0),
                        <::repair::RepairConfig as ::core::default::Default>::default,
                    ),
                )
            }
        }
    "#]],
    );
}

#[test]
fn the_crate_may_have_another_name() {
    let expansion = attribute(quote!(input = "type", crate = ::mender), &parse_ticket());
    assert_expansion(
        &expansion,
        &expect![[r#"
        impl Op for ParseTicket {
            type Output = Ticket;
            async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
                self.raw.parse()
            }
            #[doc(hidden)]
            fn __repair() -> ::core::option::Option<::mender::__private::Repair<Self>> {
                ::core::option::Option::Some(
                    ::mender::__private::Repair::new(
                        ::mender::__private::again::<ParseTicket>,
                        |op| ::mender::__private::field(&mut op.r#type),
                        <::mender::RepairConfig as ::core::default::Default>::default,
                    ),
                )
            }
        }
    "#]],
    );
}

#[test]
fn a_half_typed_body_still_expands() {
    let item = quote! {
        impl Op for ParseTicket {
            type Output = Ticket;
            const HALF: = 3
            async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
                let ticket = self.raw.
            }
        }
    };
    let written = item.to_string();
    let expansion = attribute(quote!(input = "raw"), &item).to_string();
    let as_written = written.trim_end_matches(['}', ' ']);
    assert!(expansion.starts_with(as_written), "{expansion}");
    assert!(expansion.contains("fn __repair"), "{expansion}");
}

#[test]
fn after_a_wrong_option_the_impl_is_as_it_was_written() {
    let expansion = attribute(quote!(inptu = "raw", max_attempts = 0), &parse_ticket());
    assert_expansion(
        &expansion,
        &expect![[r#"
            ::core::compile_error! {
                "there is no option `inptu`: did you mean `input`?"
            }
            ::core::compile_error! {
                "`max_attempts = 0` never repairs: write 1 or more, or leave `#[repairable]` off"
            }
            impl Op for ParseTicket {
                type Output = Ticket;
                async fn run(&self, _: &Context) -> Result<Ticket, OpError> {
                    self.raw.parse()
                }
            }
        "#]],
    );
}

#[test]
fn after_a_wrong_run_the_impl_has_one_that_fits_and_the_body_as_it_was_written() {
    let item = quote! {
        impl Op for ParseTicket {
            type Output = Ticket;

            fn execute(&self, cx: &Context, strict: bool) -> Result<Ticket, String> {
                self.raw.parse_as(strict)
            }
        }
    };
    assert_expansion(
        &attribute(quote!(input = "raw"), &item),
        &expect![[r#"
        ::core::compile_error! {
            "`Op` has no method `execute`: call it `run`"
        }
        ::core::compile_error! {
            "`run` takes `&self` and a context: other inputs are fields of the op"
        }
        ::core::compile_error! {
            "`run` is asynchronous: write `async fn run`"
        }
        ::core::compile_error! {
            "`run` fails with `OpError`: an error becomes one by `?` (fatal) or `.or_repair(..)` (repairable)"
        }
        impl Op for ParseTicket {
            type Output = Ticket;
            #[allow(warnings)]
            async fn run(
                &self,
                _: &::repair::Context,
            ) -> ::core::result::Result<Self::Output, ::repair::OpError> {
                let _ = |cx: &Context, strict: bool| -> Result<Ticket, String> {
                    self.raw.parse_as(strict)
                };
                ::core::unreachable!()
            }
        }
    "#]],
    );
}
