//! What the loop promises, behaviour by behaviour. Public reports about other loops are in `reports_a` and `reports_b`.
//!
//! | promise | held by |
//! |---|---|
//! | N9 the same findings, A → B → A, the same candidate: `not_converging` | `attempts::{the_same_findings_again_stop_the_run, going_back_and_forth_stops_the_run, the_same_candidate_again_stops_an_op_without_findings}`, `ladder::going_round_in_a_circle_stops`, `reports_a::r07` |
//! | N11 what no finding names stays; an answer that drops fields never passes | `guards::{a_whole_answer_with_a_lower_priority_and_lost_fields_is_restored, an_answer_that_satisfies_the_op_by_lowering_the_priority_never_passes}`, `patch::a_patch_changes_its_path_and_leaves_every_other_byte`, `reports_a::r26`, `guards::an_answer_that_drops_fields_of_a_typed_input_never_passes` |
//! | the first input to win: "not json" | `attempts::hopeless_text_ends_after_two_or_three_calls_with_the_original_in_each` |
//! | the second: a lower priority without id, email and summary | `guards::{a_whole_answer_with_a_lower_priority_and_lost_fields_is_restored, an_answer_that_satisfies_the_op_by_lowering_the_priority_never_passes}` |

mod alternatives;
mod answers;
mod attempts;
mod bad_input;
mod budgets;
mod cancellation;
mod findings;
mod first_run;
mod guards;
mod hostile;
mod ladder;
mod mending;
mod nesting;
mod patch;
mod prompts;
mod rates;
mod records;
mod reports_a;
mod reports_b;
mod round_trip;
mod secrets;
mod snapshots;
mod tickets;
mod transport;
mod traps;
mod truncation;
