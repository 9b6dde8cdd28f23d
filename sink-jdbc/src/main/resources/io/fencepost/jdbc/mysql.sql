-- Fencepost's tables in MySQL and MariaDB. Only InnoDB has the row locks that the guard needs.

-- The highest fence token seen of each job and shard. One short row each, locked and rewritten by every fenced
-- transaction; nonce is that of the last one.
CREATE TABLE IF NOT EXISTS fencepost_guard (
  namespace  VARCHAR(100) NOT NULL,
  job        VARCHAR(100) NOT NULL,
  shard      INT          NOT NULL,
  epoch      BIGINT       NOT NULL,
  fence      BIGINT       NOT NULL,
  occurrence VARCHAR(40)  NOT NULL,
  node       VARCHAR(200) NOT NULL,
  nonce      VARCHAR(36)  NOT NULL,
  raised_at  TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (namespace, job, shard)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row for each occurrence (step '') or step of one that was committed. occurrence is the instant in UTC; node,
-- attempt and token say which run it was; nonce tells one transaction from another of the same run.
CREATE TABLE IF NOT EXISTS fencepost_result (
  namespace    VARCHAR(100) NOT NULL,
  job          VARCHAR(100) NOT NULL,
  shard        INT          NOT NULL,
  occurrence   VARCHAR(40)  NOT NULL,
  step         VARCHAR(200) NOT NULL,
  epoch        BIGINT       NOT NULL,
  fence        BIGINT       NOT NULL,
  attempt      INT          NOT NULL,
  node         VARCHAR(200) NOT NULL,
  nonce        VARCHAR(36)  NOT NULL,
  result       MEDIUMTEXT,
  committed_at TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (namespace, job, shard, occurrence, step)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
