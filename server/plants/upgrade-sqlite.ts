// How SQLite stored plants up to version 1.0.0, and how they become items.
const json = `json_object('id', id, 'name', name, 'tag', tag, 'createdAt', created_at, 'updatedAt', updated_at)`

/** A data folder with version N has the first N applied. @param tables Those of items. */
export const sqliteMigrations = (tables: string, triggers: string): string[] => [
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

  // A new revision for each change of an owner's plants, whoever makes it. A list has the same tag as long as the revision is
  // the same. A counter would not do: after a restored backup, it would name other plants. DELETE and INSERT, because a
  // conflict clause of the statement that fires a trigger replaces that of the trigger.
  `CREATE TABLE revision (owner TEXT NOT NULL PRIMARY KEY, revision TEXT NOT NULL) STRICT, WITHOUT ROWID;
   INSERT INTO revision SELECT owner, hex(randomblob(16)) FROM plant GROUP BY owner;
   CREATE TRIGGER plant_inserted AFTER INSERT ON plant BEGIN
     DELETE FROM revision WHERE owner = NEW.owner;
     INSERT INTO revision VALUES (NEW.owner, hex(randomblob(16)));
   END;
   CREATE TRIGGER plant_updated AFTER UPDATE ON plant BEGIN
     DELETE FROM revision WHERE owner IN (OLD.owner, NEW.owner);
     INSERT INTO revision SELECT OLD.owner, hex(randomblob(16)) WHERE OLD.owner <> NEW.owner
     UNION ALL SELECT NEW.owner, hex(randomblob(16));
   END;
   CREATE TRIGGER plant_deleted AFTER DELETE ON plant BEGIN
     DELETE FROM revision WHERE owner = OLD.owner;
     INSERT INTO revision VALUES (OLD.owner, hex(randomblob(16)));
   END;`,

  // No new revision for an update that changes nothing.
  `DROP TRIGGER plant_updated;
   CREATE TRIGGER plant_updated AFTER UPDATE ON plant
   WHEN (OLD.owner, OLD.id, OLD.name, OLD.tag, OLD.created_at, OLD.updated_at)
     IS NOT (NEW.owner, NEW.id, NEW.name, NEW.tag, NEW.created_at, NEW.updated_at)
   BEGIN
     DELETE FROM revision WHERE owner IN (OLD.owner, NEW.owner);
     INSERT INTO revision SELECT OLD.owner, hex(randomblob(16)) WHERE OLD.owner <> NEW.owner
     UNION ALL SELECT NEW.owner, hex(randomblob(16));
   END;`,

  // Version 6: plants are items. Their JSON is what JSON.stringify writes.
  `${tables}
   INSERT INTO item SELECT owner, '/plants', id, '/plants', ${json} FROM plant;
   INSERT INTO item_creation SELECT owner, '/plants', key, ${json}, expires_at FROM creation;
   INSERT INTO item_revision SELECT owner, '/plants', revision FROM revision;
   DROP TABLE plant;
   DROP TABLE creation;
   DROP TABLE revision;
   ${triggers}`,
]
