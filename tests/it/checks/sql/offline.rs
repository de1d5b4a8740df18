//! SQL for a database that is not at hand: by its grammar and what is known of its tables.

use repair::check::sql::{Catalog, SqlCheck};

use super::{ask, only};

fn check() -> SqlCheck {
    SqlCheck::postgres(
        Catalog::new()
            .table("orders", ["id", "customer_id", "created"])
            .table("customers", ["id", "name", "createdAt"])
            .table("lo_orders", ["id"])
            .table("sales.invoices", ["id", "total"]),
    )
}

#[test]
fn names_are_found_by_the_catalogue() {
    for (sql, rule, received, hint) in [
        ("SELECT creatd FROM orders", "unknown_column", "creatd", "line 1, column 8: the nearest is `created`"),
        ("SELECT o.creatd FROM orders AS o", "unknown_column", "o.creatd", "line 1, column 10: the nearest is `o.created`"),
        ("SELECT * FROM order", "unknown_table", "order", "line 1, column 15: the nearest is `orders`"),
        ("SELECT * FROM ordrs", "unknown_table", "ordrs", "line 1, column 15: the nearest is `orders`"),
        ("SELECT * FROM sale.invoices", "unknown_table", "sale.invoices", "line 1, column 15: the nearest is `sales.invoices`"),
        // An unquoted name is folded to lower case, and then it is another one.
        ("SELECT createdAt FROM customers", "unknown_column", "createdAt", "line 1, column 8: the nearest is `\"createdAt\"`"),
    ] {
        let finding = only(ask(&check(), sql).unwrap());
        assert_eq!(&*finding.rule, rule, "{sql}");
        assert_eq!(finding.received.as_deref(), Some(received), "{sql}");
        assert_eq!(finding.hint.as_deref(), Some(hint), "{sql}");
    }
}

#[test]
fn good_queries_pass() {
    for sql in [
        "SELECT ID, o.Created::date FROM Orders o WHERE created > now() - interval '1 day'",
        r#"SELECT c."createdAt", count(*) FILTER (WHERE o.id > $1) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY 1"#,
        "SELECT i.total FROM sales.invoices i, LATERAL (SELECT i.id AS n) l WHERE l.n = 1",
        "SELECT x.n FROM generate_series(1, 3) AS x(n)",
        "SELECT n FROM unnest(ARRAY[1, 2]) AS n",
        "SELECT extract(year FROM created), date_trunc('month', created), current_date FROM public.orders",
        "SELECT row_to_json(o) FROM orders o ORDER BY created DESC NULLS LAST LIMIT 5 OFFSET 2",
        "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT n FROM t",
        "SELECT DISTINCT ON (customer_id) customer_id, created FROM orders ORDER BY customer_id, created DESC",
        "SELECT sum(total) OVER w FROM sales.invoices WINDOW w AS (PARTITION BY id ORDER BY total)",
        "SELECT count(*) AS n FROM orders HAVING count(*) > 1 ORDER BY n",
        "SELECT a.id FROM orders a JOIN customers b USING (id) WHERE (a.id, b.id) IN (SELECT id, id FROM orders)",
        "SELECT table_name FROM information_schema.tables",
        "SELECT string_agg(name, ', ' ORDER BY name) FROM customers WHERE name ILIKE '%a%' AND name ~ '^A'",
        "SELECT ctid, current_user FROM orders",
        "SELECT id FROM lo_orders",
        "SELECT 'drop table x; pg_sleep(1)' -- pg_sleep(1)",
    ] {
        let findings = ask(&check(), sql).unwrap();
        assert!(findings.is_empty(), "{sql}: {findings}");
    }
}

#[test]
fn whatever_is_not_reading_is_forbidden() {
    for (sql, what) in [
        ("DELETE FROM orders", "DELETE"),
        ("WITH gone AS (DELETE FROM orders RETURNING id) SELECT id FROM gone", "DELETE"),
        ("WITH new AS (INSERT INTO orders (id) VALUES (1) RETURNING id) SELECT id FROM new", "INSERT"),
        ("WITH x AS (UPDATE orders SET id = 1 RETURNING id) SELECT id FROM x", "UPDATE"),
        ("SELECT * INTO loot FROM customers", "SELECT INTO"),
        ("SELECT id FROM orders FOR UPDATE", "FOR UPDATE"),
        ("DROP TABLE orders", "DROP TABLE"),
        ("TRUNCATE orders", "TRUNCATE"),
        ("COPY orders TO '/tmp/x'", "COPY"),
        ("SET role admin", "SET"),
        ("EXPLAIN ANALYZE DELETE FROM orders", "EXPLAIN"),
        ("SELECT pg_sleep(100)", "pg_sleep()"),
        ("SELECT pg_catalog.pg_read_file('/etc/passwd')", "pg_read_file()"),
        ("SELECT PG_SLEEP(1)", "PG_SLEEP()"),
        ("SELECT * FROM pg_ls_dir('.')", "pg_ls_dir()"),
        ("SELECT * FROM dblink('x', 'DROP TABLE y') AS t(a int)", "dblink()"),
        ("SELECT lo_import('/etc/passwd')", "lo_import()"),
        ("SELECT query_to_xml('select 1', true, true, '')", "query_to_xml()"),
        ("SELECT 1 ORDER BY \"pg_sleep\"(3)", "pg_sleep()"),
    ] {
        let findings = ask(&check(), sql).unwrap();
        let told: Vec<_> = findings.iter().filter(|f| &*f.rule == "forbidden").map(|f| f.received.as_deref().unwrap()).collect();
        assert!(told.contains(&what), "{sql}: {findings}");
    }
    assert_eq!(only(ask(&check(), "SELECT 1; SELECT 2").unwrap()).received.as_deref(), Some("several statements"));
}

#[test]
fn functions_are_checked_where_they_are_listed() {
    let check = SqlCheck::postgres(Catalog::new().table("t", ["a"]).functions(["lower", "upper"]));
    let finding = only(ask(&check, "SELECT lowr(a), upper(a) FROM t").unwrap());
    assert_eq!((&*finding.rule, finding.allowed.as_slice()), ("unknown_function", &["lower".to_owned(), "upper".to_owned()][..]));
}
