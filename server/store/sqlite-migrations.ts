// The tables, as a list of migrations that only grows: a data folder with version N has the first N applied.

export const migrations: string[] = [
  // The key starts with the owner, so every query reads one range of an index.
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

  // Creations with an Idempotency-Key, as they were at that time. Request and plant are JSON.
  `CREATE TABLE creation (
     owner TEXT NOT NULL,
     key TEXT NOT NULL,
     request TEXT NOT NULL,
     plant TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (owner, key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX creation_by_expiry ON creation (expires_at);`,

  // The plant of a creation as columns, so that later migrations can change it with the plants. Its request had the same
  // name and tag.
  `ALTER TABLE creation RENAME TO json_creation;
   DROP INDEX creation_by_expiry;
   CREATE TABLE creation (
     owner TEXT NOT NULL,
     key TEXT NOT NULL,
     id TEXT NOT NULL,
     name TEXT NOT NULL,
     tag TEXT NOT NULL,
     created_at TEXT NOT NULL,
     updated_at TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     PRIMARY KEY (owner, key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX creation_by_expiry ON creation (expires_at);
   INSERT INTO creation
     SELECT owner, key, plant ->> 'id', plant ->> 'name', plant ->> 'tag', plant ->> 'createdAt', plant ->> 'updatedAt',
            expires_at
     FROM json_creation;
   DROP TABLE json_creation;`,
]
