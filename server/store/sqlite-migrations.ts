// The tables, as a list that only ever grows: a data folder at version N has had the first N applied.

export const migrations: string[] = [
  // The key starts with the owner, so that every query is a walk along one index.
  `CREATE TABLE plant (
     owner TEXT NOT NULL,
     id TEXT NOT NULL,
     name TEXT NOT NULL,
     tag TEXT NOT NULL,
     created_at TEXT NOT NULL,
     updated_at TEXT NOT NULL,
     PRIMARY KEY (owner, id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX plant_by_tag ON plant (owner, tag, id);`,

  // What was created under an Idempotency-Key, as it was then: request and plant are JSON.
  `CREATE TABLE creation (
     owner TEXT NOT NULL,
     key TEXT NOT NULL,
     request TEXT NOT NULL,
     plant TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (owner, key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX creation_by_expiry ON creation (expires_at);`,
]
