// The tables of SQLite, for any contract. An item is stored as its JSON.
/** The key starts with the owner, so most queries read one range of an index. */
export const tables = `
  CREATE TABLE item (
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    path TEXT NOT NULL,
    text TEXT NOT NULL,
    creator TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (owner, collection, id)
  ) STRICT, WITHOUT ROWID;

  -- Creations with an Idempotency-Key, as they were at that time.
  CREATE TABLE item_creation (
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    text TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (owner, collection, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX item_creation_by_expiry ON item_creation (expires_at);

  -- The entity tag of a list depends on the revision. A counter would not do: after a backup is restored, it would repeat
  -- the numbers of different items. The triggers use DELETE and INSERT, because a conflict clause of the statement that
  -- fires a trigger replaces that of the trigger.
  CREATE TABLE item_revision (
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    revision TEXT NOT NULL,
    -- 0: another program has changed items since the service wrote their index rows.
    has_index_rows INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (owner, collection)
  ) STRICT, WITHOUT ROWID;

  -- At most one row: the contract that the items were last checked with.
  CREATE TABLE item_check (one INTEGER PRIMARY KEY, contract TEXT NOT NULL) STRICT;`

/** The paths of the collections that the service trusts (trust.ts), with the contract of the last check. */
export const trust = 'CREATE TABLE item_trust (path TEXT PRIMARY KEY) STRICT;'

/** Column for the principal that created an item of a shared collection, which belongs to the service. */
export const addCreatorColumn = "ALTER TABLE item ADD COLUMN creator TEXT NOT NULL DEFAULT ''"

/** Triggers that make a new revision for each change of a collection, even by another program. */
export const triggers = `
  CREATE TRIGGER item_inserted AFTER INSERT ON item BEGIN
    DELETE FROM item_revision WHERE (owner, collection) = (NEW.owner, NEW.collection);
    INSERT INTO item_revision VALUES (NEW.owner, NEW.collection, hex(randomblob(16)), 0);
  END;
  CREATE TRIGGER item_updated AFTER UPDATE ON item
  WHEN (OLD.owner, OLD.collection, OLD.id, OLD.path, OLD.text) IS NOT (NEW.owner, NEW.collection, NEW.id, NEW.path, NEW.text)
  BEGIN
    DELETE FROM item_revision WHERE (owner, collection) IN ((OLD.owner, OLD.collection), (NEW.owner, NEW.collection));
    INSERT INTO item_revision
    SELECT OLD.owner, OLD.collection, hex(randomblob(16)), 0 WHERE (OLD.owner, OLD.collection) <> (NEW.owner, NEW.collection)
    UNION ALL SELECT NEW.owner, NEW.collection, hex(randomblob(16)), 0;
  END;
  CREATE TRIGGER item_deleted AFTER DELETE ON item BEGIN
    DELETE FROM item_revision WHERE (owner, collection) = (OLD.owner, OLD.collection);
    INSERT INTO item_revision VALUES (OLD.owner, OLD.collection, hex(randomblob(16)), 0);
  END;`

export const addIndexRowsColumn = `
  ALTER TABLE item_revision ADD COLUMN has_index_rows INTEGER NOT NULL DEFAULT 1;
  DROP TRIGGER item_inserted; DROP TRIGGER item_updated; DROP TRIGGER item_deleted;${triggers}`
