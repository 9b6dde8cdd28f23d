-- Fencepost's tables in PostgreSQL. Put them into the schema that the connections' search_path names first.

-- The highest fence token seen of each job and shard. One short row each; it is locked and rewritten by every fenced
-- transaction, and no index covers what changes, so the free space lets it be updated in place.
CREATE TABLE IF NOT EXISTS fencepost_guard (
  namespace  varchar(100) NOT NULL,
  job        varchar(100) NOT NULL,
  shard      integer      NOT NULL,
  epoch      bigint       NOT NULL,
  fence      bigint       NOT NULL,
  occurrence varchar(40)  NOT NULL,
  node       varchar(200) NOT NULL,
  nonce      varchar(36)  NOT NULL,
  raised_at  timestamptz  NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace, job, shard)
) WITH (fillfactor = 50);

-- One row for each occurrence (step '') or step of one that was committed. occurrence is the instant in UTC; node,
-- attempt and token say which run it was; nonce tells one transaction from another of the same run.
CREATE TABLE IF NOT EXISTS fencepost_result (
  namespace    varchar(100) NOT NULL,
  job          varchar(100) NOT NULL,
  shard        integer      NOT NULL,
  occurrence   varchar(40)  NOT NULL,
  step         varchar(200) NOT NULL,
  epoch        bigint       NOT NULL,
  fence        bigint       NOT NULL,
  attempt      integer      NOT NULL,
  node         varchar(200) NOT NULL,
  nonce        varchar(36)  NOT NULL,
  result       text,
  committed_at timestamptz  NOT NULL DEFAULT now(),
  PRIMARY KEY (namespace, job, shard, occurrence, step)
);
