CREATE TABLE IF NOT EXISTS payment (
  id       BIGSERIAL PRIMARY KEY,
  merchant TEXT   NOT NULL,
  day      DATE   NOT NULL,
  cents    BIGINT NOT NULL
);

CREATE INDEX IF NOT EXISTS payment_of_day ON payment (merchant, day);

-- Nothing here keeps a merchant from being settled twice for a day. That is the sink's part.
CREATE TABLE IF NOT EXISTS settlement (
  id       BIGSERIAL PRIMARY KEY,
  merchant TEXT   NOT NULL,
  day      DATE   NOT NULL,
  cents    BIGINT NOT NULL,
  node     TEXT   NOT NULL,
  fence    TEXT   NOT NULL
);

CREATE TABLE IF NOT EXISTS closed_day (
  id    BIGSERIAL PRIMARY KEY,
  day   DATE   NOT NULL,
  cents BIGINT NOT NULL,
  node  TEXT   NOT NULL,
  fence TEXT   NOT NULL
);
