//! Generated SQL on a real SQLite: what is wrong with it, said so that it can be mended.

use repair::check::sql::{SqlCheck, Sqlite};
use rusqlite::Connection;

use super::{ask, only, shop::Shop};

#[test]
fn a_misspelt_column_is_named_with_the_columns_there_are() {
    let finding = only(Shop::new().ask("SELECT creatd FROM orders"));
    assert_eq!((finding.path.as_str(), &*finding.rule), ("", "unknown_column"));
    assert_eq!(finding.received.as_deref(), Some("creatd"));
    assert_eq!(finding.allowed, ["id", "customer_id", "status", "created"]);
    assert_eq!(finding.hint.as_deref(), Some("line 1, column 8: the nearest is `created`"));
    assert!(finding.to_string().starts_with(r#"(whole input): expected a column of `orders`, received "creatd""#));
}

#[test]
fn a_misspelt_table_is_named_with_the_tables_there_are() {
    let finding = only(Shop::new().ask("SELECT id\nFROM ordres"));
    assert_eq!(&*finding.rule, "unknown_table");
    assert_eq!(finding.received.as_deref(), Some("ordres"));
    assert_eq!(finding.allowed, ["customers", "order_lines", "order_totals", "orders", "products", "staff"]);
    assert_eq!(finding.hint.as_deref(), Some("line 2, column 6: the nearest is `orders`"));
}

#[test]
fn a_function_nobody_knows_is_named_with_the_nearest() {
    let finding = only(Shop::new().ask("SELECT grp_concat(name) FROM customers"));
    assert_eq!(&*finding.rule, "unknown_function");
    assert_eq!(finding.received.as_deref(), Some("grp_concat"));
    assert_eq!(finding.hint.as_deref(), Some("line 1, column 8: the nearest is `group_concat`"));
}

#[test]
fn what_the_grammar_refuses_is_shown_where_it_stands() {
    let shop = Shop::new();
    let finding = only(shop.ask("SELECT id\n  FORM orders WHERE id = 1"));
    assert_eq!(&*finding.rule, "syntax");
    assert_eq!(finding.received.as_deref(), Some("orders WHERE id = 1"));
    assert_eq!(finding.hint.as_deref(), Some(r#"near "orders": syntax error at line 2, column 8"#));

    let finding = only(shop.ask("SELECT name FROM customers WHERE id IN (1, 2"));
    assert_eq!(&*finding.rule, "syntax");
    assert!(finding.hint.unwrap().contains("at line 1, column 4"));

    for nothing in ["", " \n", "-- nothing", ";", "SELECT '\0'"] {
        assert_eq!(&*only(shop.ask(nothing)).rule, "syntax", "{nothing:?}");
    }
}

#[test]
fn everything_is_said_at_once() {
    let findings = Shop::new()
        .ask("SELECT o.creatd, c.nam, uper(c.city) FROM ordrs x JOIN orders o JOIN customers c ON c.id = o.custmer_id");
    let said: Vec<(&str, &str)> = findings.iter().map(|f| (&*f.rule, f.received.as_deref().unwrap())).collect();
    for expected in [
        ("unknown_column", "o.creatd"),
        ("unknown_column", "c.nam"),
        ("unknown_function", "uper"),
        ("unknown_table", "ordrs"),
        ("unknown_column", "o.custmer_id"),
    ] {
        assert!(said.contains(&expected), "{expected:?} in {findings}");
    }
    assert_eq!(said.len(), 5, "{findings}");
    let city = findings.iter().find(|f| f.received.as_deref() == Some("c.nam")).unwrap();
    assert_eq!(city.allowed, ["c.id", "c.name", "c.email", "c.city", "c.joined"]);
}

#[test]
fn good_queries_pass() {
    let shop = Shop::new();
    for sql in [
        "SELECT * FROM orders",
        "SELECT ID, Customer_Id FROM ORDERS;",
        r#"SELECT "created", [status], `id` FROM "orders""#,
        "SELECT o.id, c.name AS who FROM orders AS o JOIN customers c ON c.id = o.customer_id WHERE who LIKE 'A%' ORDER BY who",
        "WITH big(order_id, cents) AS (SELECT * FROM order_totals WHERE total_cents > 5000) SELECT b.cents FROM big b",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n",
        "SELECT s.customer_id, s.n FROM (SELECT customer_id, count(*) AS n FROM orders GROUP BY 1) s WHERE s.n > 1",
        "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders WHERE customer_id = c.id AND status = 'open')",
        "SELECT id FROM orders UNION SELECT id FROM products ORDER BY id LIMIT 3",
        "SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY created) AS nth FROM orders",
        "SELECT rowid, max(price_cents) FROM products WHERE category = ?1 AND price_cents < :most",
        "SELECT key, value FROM json_each('[1, 2]')",
        "SELECT sum(quantity) FILTER (WHERE quantity > 1) FROM order_lines JOIN products ON product_id = products.id",
        "VALUES (1, 2), (3, 4)",
        "SELECT count(*) FROM customers NATURAL JOIN orders",
        "SELECT CASE status WHEN 'open' THEN 1 ELSE 0 END, strftime('%Y', created) FROM orders GROUP BY 2 HAVING count(*) > 1",
        "-- the newest\nSELECT created /* a day */ FROM orders ORDER BY created DESC LIMIT 1 -- one",
    ] {
        let findings = shop.ask(sql);
        assert!(findings.is_empty(), "{sql}: {findings}");
    }
}

#[test]
fn names_are_looked_for_where_they_stand() {
    let shop = Shop::new();
    for (sql, name, allowed) in [
        ("WITH t AS (SELECT id AS order_no FROM orders) SELECT id FROM t", "id", vec!["order_no"]),
        ("SELECT s.nr FROM (SELECT id AS n FROM orders) s", "s.nr", vec!["s.n"]),
        ("SELECT orders.id FROM orders o", "orders.id", vec!["o.id", "o.customer_id", "o.status", "o.created"]),
        ("SELECT \"creatd\" FROM orders", "creatd", vec!["id", "customer_id", "status", "created"]),
        ("SELECT x.name FROM order_totals x", "x.name", vec!["x.order_id", "x.total_cents"]),
        ("SELECT o.id FROM orders o, (SELECT o.id) s", "o.id", vec![]),
    ] {
        let finding = only(shop.ask(sql));
        assert_eq!(&*finding.rule, "unknown_column", "{sql}");
        assert_eq!(
            (finding.received.as_deref().unwrap(), finding.allowed),
            (name, allowed.iter().map(|a| (*a).to_owned()).collect()),
            "{sql}"
        );
    }
}

#[test]
fn text_in_double_quotes_is_a_name_and_never_silently_a_string() {
    let finding = only(Shop::new().ask(r#"SELECT id FROM orders WHERE status = "open""#));
    assert_eq!(&*finding.rule, "unknown_column");
    assert!(finding.hint.unwrap().ends_with("text is written in 'single quotes'"));
}

#[test]
fn a_column_of_two_tables_is_offered_in_both_ways() {
    let finding = only(Shop::new().ask("SELECT id FROM orders o JOIN customers c ON c.id = customer_id"));
    assert_eq!(&*finding.rule, "ambiguous_column");
    assert_eq!(finding.allowed, ["o.id", "c.id"]);
}

#[test]
fn what_only_the_engine_knows_is_said_in_its_words() {
    let shop = Shop::new();
    for (sql, words) in [
        ("SELECT upper() FROM orders", "wrong number of arguments to function upper()"),
        ("SELECT id FROM orders UNION SELECT id, name FROM products", "do not have the same number of result columns"),
        ("SELECT id FROM orders WHERE count(*) > 1", "misuse of aggregate"),
        ("SELECT id FROM orders JOIN products USING (sku)", "cannot join using column sku"),
    ] {
        let finding = only(shop.ask(sql));
        assert_eq!(&*finding.rule, "engine", "{sql}");
        assert!(finding.hint.as_deref().unwrap().contains(words), "{sql}: {finding}");
    }
}

#[test]
fn what_our_parser_does_not_know_the_engine_may_still_accept() {
    // Whatever SQLite accepts passes, also where the parser that looks for names falls behind.
    for sql in [
        "SELECT 1 WHERE 2 IS NOT DISTINCT FROM 2",
        "SELECT '[1]' ->> 0",
        "SELECT id FROM orders INDEXED BY sqlite_autoindex_orders_1",
    ] {
        let findings = Shop::new().ask(sql);
        assert!(findings.iter().all(|finding| finding.rule != "syntax"), "{findings}");
    }
}

#[test]
fn a_connection_may_be_made_in_ways_of_ones_own() {
    let check = SqlCheck::new(Sqlite::connecting(|| {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch("CREATE TABLE t (a); CREATE TABLE edit (c); CREATE TEMP TABLE scratch (b)")?;
        Ok(connection)
    }));
    assert!(ask(&check, "SELECT a, b, c FROM t, scratch, edit").unwrap().is_empty());
    assert_eq!(only(ask(&check, "SELECT b FROM scratc").unwrap()).allowed, ["edit", "t", "scratch"]);
}

#[test]
fn a_database_that_is_missing_or_is_none_is_an_error_and_not_a_finding() {
    let shop = Shop::new();
    let missing = shop.file().with_file_name("other.db");
    let error = ask(&SqlCheck::sqlite(&missing), "SELECT 1").unwrap_err();
    assert!(error.to_string().contains("it is not made, only read"), "{error}");
    assert!(!missing.exists());

    let text = shop.file().with_file_name("text.db");
    std::fs::write(&text, "this is no database, and it is long enough to see that").unwrap();
    let error = ask(&SqlCheck::sqlite(&text), "SELECT 1 FROM t").unwrap_err();
    assert!(error.to_string().contains("not a database"), "{error}");
}
