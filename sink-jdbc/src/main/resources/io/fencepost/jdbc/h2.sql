-- Fencepost's tables in H2.

-- The highest fence token seen of each job and shard.
CREATE TABLE IF NOT EXISTS fencepost_guard (
  namespace  VARCHAR(100) NOT NULL,
  job        VARCHAR(100) NOT NULL,
  shard      INTEGER      NOT NULL,
  epoch      BIGINT       NOT NULL,
  fence      BIGINT       NOT NULL,
  occurrence VARCHAR(40)  NOT NULL,
  node       VARCHAR(200) NOT NULL,
  nonce      VARCHAR(36)  NOT NULL,
  raised_at  TIMESTAMP(6) WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (namespace, job, shard)
);

-- One row for each occurrence (step '') or step of one that was committed. occurrence is the instant in UTC; node,
-- attempt and token say which run it was; nonce tells one transaction from another of the same run.
CREATE TABLE IF NOT EXISTS fencepost_result (
  namespace    VARCHAR(100) NOT NULL,
  job          VARCHAR(100) NOT NULL,
  shard        INTEGER      NOT NULL,
  occurrence   VARCHAR(40)  NOT NULL,
  step         VARCHAR(200) NOT NULL,
  epoch        BIGINT       NOT NULL,
  fence        BIGINT       NOT NULL,
  attempt      INTEGER      NOT NULL,
  node         VARCHAR(200) NOT NULL,
  nonce        VARCHAR(36)  NOT NULL,
  result       VARCHAR(65536),
  committed_at TIMESTAMP(6) WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (namespace, job, shard, occurrence, step)
);
