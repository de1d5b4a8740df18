//! No query, however long, deep or endless, keeps the check from ending.

use std::{sync::Arc, time::Duration};

use repair::{
    check::sql::{Catalog, Dialect, Limits, SqlCheck, SqliteError},
    clock::{Clock, Sleep, SystemClock},
};

use super::{ask, only, shop::Shop};

#[test]
fn a_query_that_is_too_long_is_refused_unread() {
    let shop = Shop::new();
    let sql = format!("SELECT '{}'", "x".repeat(1 << 20));
    let finding = only(shop.ask(&sql));
    assert_eq!(&*finding.rule, "too_long");
    assert_eq!(finding.received.as_deref(), Some("1048585 bytes"));
    assert_eq!(finding.expected.as_deref(), Some("a query of at most 65536 bytes"));
    assert!(ask(&shop.check().max_bytes(2 << 20), &sql).unwrap().is_empty());
}

#[test]
fn deep_nesting_is_a_finding_and_no_abort() {
    let shop = Shop::new();
    let nested =
        |open: &str, inner: &str, close: &str, times: usize| format!("{}{inner}{}", open.repeat(times), close.repeat(times));
    for sql in [
        format!("SELECT {}", nested("(", "1", ")", 10_000)),
        format!("SELECT {}", "(".repeat(60_000)),
        format!("SELECT 1{}", " + 1".repeat(10_000)),
        format!("SELECT 1{}", " IS NULL".repeat(7_000)),
        format!("SELECT 1 WHERE 1{}", " IS DISTINCT FROM 1".repeat(3_000)),
        format!("SELECT {} 1", "NOT ".repeat(10_000)),
        format!("SELECT {} 1", "- ".repeat(10_000)),
        format!("SELECT 1{}", " UNION SELECT 1, 2".repeat(3_000)),
        format!("SELECT {}", nested("abs(", "1", ")", 5_000)),
        format!("SELECT {}", nested("CASE WHEN 1 THEN ", "1", " END", 2_000)),
        format!("SELECT {}", nested("(SELECT ", "1", ")", 5_000)),
        format!("SELECT * FROM {}", nested("(SELECT * FROM ", "orders", ")", 3_000)),
        format!("SELECT * FROM {}", nested("(", "orders", ")", 20_000)),
        format!("SELECT {}", nested("(t.end + 1 + ", "1", ")", 4_000)),
        format!("SELECT 1{}", " COLLATE nocase".repeat(4_000)),
    ] {
        for check in [
            shop.check(),
            SqlCheck::offline(Dialect::PostgreSql, Catalog::new()),
            SqlCheck::offline(Dialect::Generic, Catalog::new()),
        ] {
            let findings = ask(&check, &sql).unwrap();
            let finding = only(findings);
            assert!(["too_deep", "syntax"].contains(&&*finding.rule), "{}…: {finding}", &sql[..40]);
        }
    }
}

#[test]
fn what_is_just_not_too_deep_is_read_to_the_end() {
    let shop = Shop::new();
    for sql in [
        format!("SELECT 1{}", " + 1".repeat(990)),
        format!("SELECT 1{}", " UNION SELECT 1".repeat(490)),
        format!("SELECT {}1{}", "(1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + ".repeat(50), ")".repeat(50)),
        format!("SELECT * FROM {}orders{}", "(SELECT * FROM ".repeat(20), ")".repeat(20)),
    ] {
        for check in [
            shop.check(),
            SqlCheck::offline(Dialect::PostgreSql, Catalog::new().table("orders", ["id"])),
            SqlCheck::offline(Dialect::Generic, Catalog::new().table("orders", ["id"])),
        ] {
            let findings = ask(&check, &sql).unwrap();
            assert!(findings.is_empty(), "{check:?} {}…: {findings}", &sql[..40]);
        }
    }
}

/// A parser that tries both readings of a bracket, and both again within, never ends.
#[test]
fn brackets_that_can_be_read_in_two_ways_are_read_in_time() {
    let shop = Shop::new();
    let checks = [
        shop.check(),
        SqlCheck::offline(Dialect::PostgreSql, Catalog::new()),
        SqlCheck::offline(Dialect::Generic, Catalog::new()),
    ];
    for (before, open, close) in [
        ("SELECT * FROM ", "(", ")"),
        ("SELECT * FROM ", "(a JOIN (", "))"),
        ("SELECT * FROM ", "(SELECT * FROM ", ")"),
        ("SELECT ", "(", ")"),
        ("SELECT ", "f(", ")"),
        ("SELECT ", "(1, ", ")"),
        ("SELECT ", "a[", "]"),
        ("SELECT ", "CAST(", " AS int)"),
        ("SELECT ", "CASE ", " END"),
        ("SELECT ", "x IN (", ")"),
        ("SELECT ", "INTERVAL (", ")"),
        ("SELECT ", "EXISTS (SELECT ", ")"),
        ("SELECT ", "x -> (", ")"),
        ("SELECT ", "{'a': ", "}"),
        ("", "(SELECT 1 UNION ", ")"),
        ("", "WITH x AS (", ") SELECT 1"),
        ("SELECT 1 GROUP BY ", "ROLLUP (", ")"),
    ] {
        for inner in ["SELECT 1", "a b c"] {
            let sql = format!("{before}{}{inner}{}", open.repeat(50), close.repeat(50));
            let broken = format!("{before}{}{inner}", open.repeat(50));
            for check in &checks {
                ask(check, &sql).unwrap();
                ask(check, &broken).unwrap();
            }
        }
    }
}

#[test]
fn what_is_long_and_flat_is_not_deep() {
    let shop = Shop::new();
    let list = (0..5000).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let cases = (0..900).map(|n| format!("WHEN {n} THEN 'number {n}'")).collect::<Vec<_>>().join(" ");
    let or = (0..300).map(|n| format!("(id = {n} AND status = 'open')")).collect::<Vec<_>>().join(" OR ");
    for sql in [
        format!("SELECT id FROM orders WHERE id IN ({list})"),
        format!("SELECT CASE id {cases} END FROM orders"),
        format!("SELECT id FROM orders WHERE {or}"),
        format!("SELECT {}", vec!["upper('a' || 'b') AS x"; 1500].join(", ")),
    ] {
        let findings = shop.ask(&sql);
        assert!(findings.is_empty(), "{}…: {findings}", &sql[..40]);
    }
}

#[test]
fn an_endless_query_is_checked_at_once_and_stopped_when_it_runs() {
    let shop = Shop::new();
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
    assert!(shop.ask(endless).is_empty());
    let error = shop.sqlite().rows(endless, &Limits::default().steps(200_000)).unwrap_err();
    assert!(matches!(error, SqliteError::TooManySteps { limit: 200_000 }), "{error}");
    assert_eq!(error.to_string(), "the query was stopped: it took more than 200000 steps");
}

#[test]
fn a_slow_query_is_stopped_in_time() {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    let shop = Shop::new();
    let error = shop.sqlite().clock(Arc::new(Racing::default())).rows(endless, &Limits::default()).unwrap_err();
    assert_eq!(error.code(), "too_slow");
}

/// A second goes by whenever somebody looks.
#[derive(Default)]
struct Racing {
    looks: std::sync::atomic::AtomicU64,
    system: SystemClock,
}

impl Clock for Racing {
    fn now(&self) -> Duration {
        Duration::from_secs(self.looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    }
    fn wall(&self) -> Duration {
        self.now()
    }
    fn sleep(&self, wait: Duration) -> Sleep {
        self.system.sleep(wait)
    }
    fn random(&self) -> u64 {
        0
    }
}

#[test]
fn rows_are_taken_up_to_a_limit_and_large_values_are_refused() {
    let shop = Shop::new();
    let few = shop.sqlite().rows("SELECT id, name FROM customers ORDER BY id", &Limits::default().rows(2)).unwrap();
    assert_eq!(few.columns(), ["id", "name"]);
    assert_eq!(serde_json::json!(few.rows()), serde_json::json!([[1, "Ana Lima"], [2, "Bo Karlsson"]]));
    assert!(!few.is_complete());
    let all = shop.sqlite().rows("SELECT id, 1.5, NULL, x'00ff' FROM customers", &Limits::default().rows(5)).unwrap();
    assert!(all.is_complete());
    assert_eq!(serde_json::json!(all.rows()[4]), serde_json::json!([5, 1.5, null, "00ff"]));

    let small = Limits::default().bytes(10_000);
    for sql in [
        "SELECT zeroblob(1000000000)",
        "SELECT printf('%1000000d', 1)",
        "SELECT c.name FROM customers c, orders, products p, order_lines",
    ] {
        assert_eq!(shop.sqlite().rows(sql, &small).unwrap_err().code(), "too_large", "{sql}");
    }
    let error = shop.sqlite().rows("SELECT name FROM customers WHERE id = ?", &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "the query has 1 parameters, and none was given a value");
}

#[test]
fn of_thousands_of_unknown_names_the_first_are_told() {
    let shop = Shop::new();
    let names = (0..6000).map(|n| format!("a{n}()+b{n}")).collect::<Vec<_>>().join(",");
    let sql = format!("SELECT {} FROM orders", &names[..60_000]);
    // And the one that the engine stopped at.
    assert_eq!(shop.ask(&sql).len(), 64 + 1);
}

#[test]
fn star_of_star_does_not_explode() {
    let shop = Shop::new();
    let mut sql = "WITH t0 AS (SELECT * FROM orders)".to_owned();
    for n in 1..40 {
        sql += &format!(", t{n} AS (SELECT * FROM t{0} a, t{0} b)", n - 1);
    }
    sql += " SELECT nothing FROM t39";
    let _ = ask(&SqlCheck::postgres(Catalog::new().table("orders", ["id", "created"])), &sql).unwrap();
    let findings = shop.ask(&sql);
    assert!(!findings.is_empty());
}
