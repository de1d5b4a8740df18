-- A small shop, for tests and examples.
CREATE TABLE customers (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL,
    email   TEXT NOT NULL UNIQUE,
    city    TEXT NOT NULL,
    joined  TEXT NOT NULL
);

CREATE TABLE products (
    id           INTEGER PRIMARY KEY,
    name         TEXT NOT NULL,
    category     TEXT NOT NULL,
    price_cents  INTEGER NOT NULL CHECK (price_cents >= 0),
    in_stock     INTEGER NOT NULL
);

CREATE TABLE orders (
    id           INTEGER PRIMARY KEY,
    customer_id  INTEGER NOT NULL REFERENCES customers (id),
    status       TEXT NOT NULL CHECK (status IN ('open', 'paid', 'shipped', 'cancelled')),
    created      TEXT NOT NULL
);

CREATE TABLE order_lines (
    order_id     INTEGER NOT NULL REFERENCES orders (id),
    product_id   INTEGER NOT NULL REFERENCES products (id),
    quantity     INTEGER NOT NULL CHECK (quantity > 0),
    price_cents  INTEGER NOT NULL,
    PRIMARY KEY (order_id, product_id)
);

CREATE TABLE staff (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL,
    password  TEXT NOT NULL
);

CREATE VIEW order_totals AS
    SELECT order_id, sum(quantity * price_cents) AS total_cents FROM order_lines GROUP BY order_id;

INSERT INTO customers VALUES
    (1, 'Ana Lima',      'ana@example.com',    'Lisbon',  '2025-01-12'),
    (2, 'Bo Karlsson',   'bo@example.com',     'Malmo',   '2025-02-03'),
    (3, 'Chidi Okafor',  'chidi@example.com',  'Lagos',   '2025-02-20'),
    (4, 'Dana Weiss',    'dana@example.com',   'Vienna',  '2025-05-01'),
    (5, 'Emre Aydin',    'emre@example.com',   'Izmir',   '2025-07-19');

INSERT INTO products VALUES
    (1, 'Teapot',        'kitchen',   2900, 14),
    (2, 'Cup',           'kitchen',    650, 120),
    (3, 'Desk lamp',     'office',    4400, 9),
    (4, 'Notebook',      'office',     480, 300),
    (5, 'Wool blanket',  'home',      7900, 5),
    (6, 'Candle',        'home',       990, 60);

INSERT INTO orders VALUES
    (1, 1, 'shipped',   '2025-03-02'),
    (2, 1, 'paid',      '2025-06-11'),
    (3, 2, 'shipped',   '2025-03-15'),
    (4, 3, 'cancelled', '2025-04-01'),
    (5, 3, 'shipped',   '2025-04-02'),
    (6, 4, 'open',      '2025-08-30'),
    (7, 2, 'paid',      '2025-09-01'),
    (8, 1, 'open',      '2025-09-14');

INSERT INTO order_lines VALUES
    (1, 1, 1, 2900), (1, 2, 4, 650),
    (2, 4, 10, 480),
    (3, 3, 1, 4400), (3, 4, 2, 480),
    (4, 5, 1, 7900),
    (5, 5, 2, 7500), (5, 6, 3, 990),
    (6, 2, 2, 650),
    (7, 1, 1, 3100), (7, 6, 6, 900),
    (8, 3, 2, 4400), (8, 4, 5, 450), (8, 2, 1, 650);

INSERT INTO staff VALUES
    (1, 'Ines', 'correct horse'),
    (2, 'Jon',  'battery staple');
