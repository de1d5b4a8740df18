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
        &expect![[r##"
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
            #[doc(hidden)]
            #[allow(deprecated, private_bounds, private_interfaces)]
            const _: () = {
                pub struct __TicketRawFields {
                    text: ::repair::__private::Field<String>,
                }
                #[automatically_derived]
                impl ::repair::__private::Fields for TicketRaw {
                    type Fields = __TicketRawFields;
                    const IS_TEXT: ::core::primitive::bool = true;
                    fn fields() -> Self::Fields {
                        __TicketRawFields {
                            text: ::repair::__private::Field::at("/text"),
                        }
                    }
                }
                #[automatically_derived]
                impl ::repair::__private::Names for TicketRaw {
                    fn part(
                        name: &::core::primitive::str,
                    ) -> ::core::option::Option<::repair::__private::Part> {
                        use ::repair::__private::Nameless as _;
                        match name {
                            "text" => {
                                ::core::option::Option::Some(::repair::__private::Part {
                                    pointer: ::repair::__private::Cow::Borrowed("/text"),
                                    walk: ::repair::__private::Probe::<String>::WALK,
                                })
                            }
                            _ => ::core::option::Option::None,
                        }
                    }
                }
            };
        "##]],
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
            #[doc(hidden)]
            #[allow(deprecated, private_bounds, private_interfaces)]
            const _: () = {
                pub struct __TicketFields {
                    ticket_id: ::repair::__private::Field<String>,
                    token: ::repair::__private::Field<String>,
                    summary: ::repair::__private::Field<String>,
                    received: ::repair::__private::NotThere<Instant>,
                }
                #[automatically_derived]
                impl ::repair::__private::Fields for Ticket {
                    type Fields = __TicketFields;
                    const IS_TEXT: ::core::primitive::bool = false;
                    fn fields() -> Self::Fields {
                        __TicketFields {
                            ticket_id: ::repair::__private::Field::at("/ticketId"),
                            token: ::repair::__private::Field::at("/api~1token"),
                            summary: ::repair::__private::Field::at("/summary"),
                            received: ::repair::__private::NotThere::new(),
                        }
                    }
                }
                #[automatically_derived]
                impl ::repair::__private::Names for Ticket {
                    fn part(
                        name: &::core::primitive::str,
                    ) -> ::core::option::Option<::repair::__private::Part> {
                        use ::repair::__private::Nameless as _;
                        match name {
                            "ticket_id" => {
                                ::core::option::Option::Some(::repair::__private::Part {
                                    pointer: ::repair::__private::Cow::Borrowed("/ticketId"),
                                    walk: ::repair::__private::Probe::<String>::WALK,
                                })
                            }
                            "token" => {
                                ::core::option::Option::Some(::repair::__private::Part {
                                    pointer: ::repair::__private::Cow::Borrowed("/api~1token"),
                                    walk: ::repair::__private::Probe::<String>::WALK,
                                })
                            }
                            "summary" => {
                                ::core::option::Option::Some(::repair::__private::Part {
                                    pointer: ::repair::__private::Cow::Borrowed("/summary"),
                                    walk: ::repair::__private::Probe::<String>::WALK,
                                })
                            }
                            _ => ::core::option::Option::None,
                        }
                    }
                }
            };
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
            #[doc(hidden)]
            #[allow(deprecated, private_bounds, private_interfaces)]
            const _: () = {
                pub struct __PageFields<T: Ord, const N: usize>
                where
                    T: Clone,
                {
                    items: ::repair::__private::Field<Vec<T>>,
                }
                #[automatically_derived]
                impl<T: Ord, const N: usize> ::repair::__private::Fields for Page<T, N>
                where
                    T: Clone,
                {
                    type Fields = __PageFields<T, N>;
                    const IS_TEXT: ::core::primitive::bool = false;
                    fn fields() -> Self::Fields {
                        __PageFields {
                            items: ::repair::__private::Field::at("/items"),
                        }
                    }
                }
                #[automatically_derived]
                impl<T: Ord, const N: usize> ::repair::__private::Names for Page<T, N>
                where
                    T: Clone,
                {
                    fn part(
                        name: &::core::primitive::str,
                    ) -> ::core::option::Option<::repair::__private::Part> {
                        use ::repair::__private::Nameless as _;
                        match name {
                            "items" => {
                                ::core::option::Option::Some(::repair::__private::Part {
                                    pointer: ::repair::__private::Cow::Borrowed("/items"),
                                    walk: ::repair::__private::Probe::<Vec<T>>::WALK,
                                })
                            }
                            _ => ::core::option::Option::None,
                        }
                    }
                }
            };
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
            #[doc(hidden)]
            #[allow(deprecated, private_bounds, private_interfaces)]
            const _: () = {
                pub struct __BorrowedFields<'a, T: 'a> {
                    text: ::mender::__private::Field<&'a T>,
                }
                #[automatically_derived]
                impl<'a, T: 'a> ::mender::__private::Fields for Borrowed<'a, T> {
                    type Fields = __BorrowedFields<'a, T>;
                    const IS_TEXT: ::core::primitive::bool = false;
                    fn fields() -> Self::Fields {
                        __BorrowedFields {
                            text: ::mender::__private::Field::at("/text"),
                        }
                    }
                }
                #[automatically_derived]
                impl<'a, T: 'a> ::mender::__private::Names for Borrowed<'a, T> {
                    fn part(
                        name: &::core::primitive::str,
                    ) -> ::core::option::Option<::mender::__private::Part> {
                        use ::mender::__private::Nameless as _;
                        match name {
                            "text" => {
                                ::core::option::Option::Some(::mender::__private::Part {
                                    pointer: ::mender::__private::Cow::Borrowed("/text"),
                                    walk: ::mender::__private::Probe::<&'a T>::WALK,
                                })
                            }
                            _ => ::core::option::Option::None,
                        }
                    }
                }
            };
        "#]],
    );
}
