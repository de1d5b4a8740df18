//! Snapshots of the derive's expansions.

use expect_test::expect;
use quote::quote;

use super::derive;
use crate::snapshot::assert_expansion;

#[test]
fn a_struct_with_a_single_string_is_text() {
    let expansion = derive(quote! {
        struct TicketRaw {
            text: String,
        }
    });
    assert_expansion(
        &expansion,
        &expect![[r#"
        #[automatically_derived]
        #[allow(deprecated)]
        impl ::repair::RepairableInput for TicketRaw {
            fn unmarshal_repair(
                answer: &::core::primitive::str,
            ) -> ::core::result::Result<Self, ::repair::Findings> {
                ::repair::__private::text(answer).map(|text| Self { text: text })
            }
            fn show(
                &self,
            ) -> ::core::result::Result<
                ::repair::__private::Cow<'_, ::core::primitive::str>,
                ::repair::ShowError,
            > {
                ::core::result::Result::Ok(::repair::__private::Cow::Borrowed(&self.text))
            }
            fn shape() -> &'static ::repair::Shape {
                ::repair::__private::shape::<
                    Self,
                >(|| ::repair::Shape::new(::repair::Format::Text))
            }
        }
    "#]],
    );
}

#[test]
fn a_struct_is_json_with_the_fields_that_are_kept() {
    let expansion = derive(quote! {
        #[serde(rename_all = "camelCase")]
        struct Ticket {
            #[repair(frozen)]
            ticket_id: String,
            #[repair(secret)]
            #[serde(rename = "api/token")]
            token: String,
            #[repair(ungrounded_ok)]
            summary: String,
            #[serde(skip)]
            received: Instant,
        }
    });
    assert_expansion(
        &expansion,
        &expect![[r##"
        #[automatically_derived]
        #[allow(deprecated)]
        impl ::repair::RepairableInput for Ticket {
            fn unmarshal_repair(
                answer: &::core::primitive::str,
            ) -> ::core::result::Result<Self, ::repair::Findings> {
                ::repair::__private::tree::<Ticket>(::repair::Format::Json).decode(answer)
            }
            fn show(
                &self,
            ) -> ::core::result::Result<
                ::repair::__private::Cow<'_, ::core::primitive::str>,
                ::repair::ShowError,
            > {
                ::repair::__private::tree::<Ticket>(::repair::Format::Json).show(self)
            }
            fn shape() -> &'static ::repair::Shape {
                ::repair::__private::shape::<
                    Self,
                >(|| {
                    ::repair::__private::tree::<Ticket>(::repair::Format::Json)
                        .shape()
                        .frozen(["/ticketId"])
                        .secret(["/api~1token"])
                        .ungrounded_ok(["/summary"])
                })
            }
            fn keep(&mut self, old: &mut Self) {
                ::core::mem::swap(&mut self.ticket_id, &mut old.ticket_id);
                ::core::mem::swap(&mut self.token, &mut old.token);
                ::core::mem::swap(&mut self.received, &mut old.received);
            }
        }
    "##]],
    );
}

#[test]
fn an_enum_is_json() {
    let expansion = derive(quote! {
        enum Priority {
            Low,
            High(#[serde(skip)] u8),
        }
    });
    assert_expansion(
        &expansion,
        &expect![[r#"
        #[automatically_derived]
        #[allow(deprecated)]
        impl ::repair::RepairableInput for Priority {
            fn unmarshal_repair(
                answer: &::core::primitive::str,
            ) -> ::core::result::Result<Self, ::repair::Findings> {
                ::repair::__private::tree::<Priority>(::repair::Format::Json).decode(answer)
            }
            fn show(
                &self,
            ) -> ::core::result::Result<
                ::repair::__private::Cow<'_, ::core::primitive::str>,
                ::repair::ShowError,
            > {
                ::repair::__private::tree::<Priority>(::repair::Format::Json).show(self)
            }
            fn shape() -> &'static ::repair::Shape {
                ::repair::__private::shape::<
                    Self,
                >(|| ::repair::__private::tree::<Priority>(::repair::Format::Json).shape())
            }
        }
    "#]],
    );
}

#[test]
fn a_generic_type_states_its_bounds_on_its_own_name() {
    let expansion = derive(quote! {
        #[repair(xml, schema = false)]
        struct Page<T: Ord, const N: usize = 3>
        where
            T: Clone,
        {
            items: Vec<T>,
        }
    });
    assert_expansion(
        &expansion,
        &expect![[r#"
        ::repair::__private::xml! {}
        #[automatically_derived]
        #[allow(deprecated)]
        impl<T: Ord, const N: usize> ::repair::RepairableInput for Page<T, N>
        where
            T: Clone,
            Page<
                T,
                N,
            >: ::repair::__private::TreeWithoutSchema + ::core::marker::Send
                + ::core::marker::Sync + 'static,
        {
            fn unmarshal_repair(
                answer: &::core::primitive::str,
            ) -> ::core::result::Result<Self, ::repair::Findings> {
                ::repair::__private::tree_without_schema::<Page<T, N>>(::repair::Format::Xml)
                    .decode(answer)
            }
            fn show(
                &self,
            ) -> ::core::result::Result<
                ::repair::__private::Cow<'_, ::core::primitive::str>,
                ::repair::ShowError,
            > {
                ::repair::__private::tree_without_schema::<Page<T, N>>(::repair::Format::Xml)
                    .show(self)
            }
            fn shape() -> &'static ::repair::Shape {
                ::repair::__private::shape::<
                    Self,
                >(|| {
                    ::repair::__private::tree_without_schema::<Page<T, N>>(::repair::Format::Xml)
                        .shape()
                })
            }
        }
    "#]],
    );
}

#[test]
fn functions_of_the_users_own_read_and_show() {
    let expansion = derive(quote! {
        #[repair(with = "parse::route", show = Route::shown, crate = "::mender")]
        struct Route(Vec<u8>);
    });
    assert_expansion(
        &expansion,
        &expect![[r#"
            #[automatically_derived]
            #[allow(deprecated)]
            impl ::mender::RepairableInput for Route {
                fn unmarshal_repair(
                    answer: &::core::primitive::str,
                ) -> ::core::result::Result<Self, ::mender::Findings> {
                    ::mender::__private::with::<Self, _>(answer, parse::route)
                }
                fn show(
                    &self,
                ) -> ::core::result::Result<
                    ::mender::__private::Cow<'_, ::core::primitive::str>,
                    ::mender::ShowError,
                > {
                    ::mender::__private::shown::<Self, _>(self, Route::shown)
                }
                fn shape() -> &'static ::mender::Shape {
                    ::mender::__private::shape::<
                        Self,
                    >(|| ::mender::Shape::new(::mender::Format::Custom))
                }
            }
        "#]],
    );
}

#[test]
fn from_str_and_display_read_and_show() {
    let expansion = derive(quote! {
        #[repair(from_str)]
        struct Version(u8, u8);
    });
    assert_expansion(
        &expansion,
        &expect![[r#"
        #[automatically_derived]
        #[allow(deprecated)]
        impl ::repair::RepairableInput for Version {
            fn unmarshal_repair(
                answer: &::core::primitive::str,
            ) -> ::core::result::Result<Self, ::repair::Findings> {
                ::repair::__private::from_str::<Version>(answer)
            }
            fn show(
                &self,
            ) -> ::core::result::Result<
                ::repair::__private::Cow<'_, ::core::primitive::str>,
                ::repair::ShowError,
            > {
                ::repair::__private::display::<Version>(self)
            }
            fn shape() -> &'static ::repair::Shape {
                ::repair::__private::shape::<
                    Self,
                >(|| ::repair::Shape::new(::repair::Format::Custom))
            }
        }
    "#]],
    );
}

#[test]
fn after_a_mistake_there_is_an_impl_all_the_same() {
    let expansion = derive(quote! {
        #[repair(jsn, crate = mender)]
        struct Borrowed<'a, T: 'a> {
            text: &'a T,
        }
    });
    assert_expansion(
        &expansion,
        &expect![[r#"
        ::core::compile_error! {
            "there is no option `jsn`: did you mean `json`?"
        }
        ::core::compile_error! {
            "`crate` takes an absolute path: write `crate = \"::mender\"`"
        }
        ::core::compile_error! {
            "a repaired input owns its data: write `T` instead of a reference"
        }
        #[automatically_derived]
        #[allow(deprecated)]
        impl<T: ::core::marker::Send + ::core::marker::Sync + 'static> ::mender::RepairableInput
        for Borrowed<'static, T> {
            fn unmarshal_repair(
                _: &::core::primitive::str,
            ) -> ::core::result::Result<Self, ::mender::Findings> {
                ::core::unreachable!()
            }
            fn show(
                &self,
            ) -> ::core::result::Result<
                ::mender::__private::Cow<'_, ::core::primitive::str>,
                ::mender::ShowError,
            > {
                ::core::unreachable!()
            }
            fn shape() -> &'static ::mender::Shape {
                ::core::unreachable!()
            }
        }
    "#]],
    );
}
