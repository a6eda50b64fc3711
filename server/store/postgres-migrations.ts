// The tables of PostgreSQL, as a list of migrations that only grows: a database with version N has the first N applied.
// Instances of the version before run on while a migration is applied, and after it: docs/operations.md, "Upgrade".

// Text has the collation "C": it is compared by code points, as in SQLite.
export const migrations: string[] = [
  // The key starts with the owner, so every query reads one range of an index, and the tables can be distributed by owner.
  `CREATE TABLE plant (
     owner text COLLATE "C" NOT NULL,
     id uuid NOT NULL,
     name text COLLATE "C" NOT NULL,
     tag text COLLATE "C" NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     PRIMARY KEY (owner, id)
   );
   CREATE INDEX plant_by_tag ON plant (owner, tag, id);

   -- Creations with an Idempotency-Key, as they were at that time.
   CREATE TABLE creation (
     owner text COLLATE "C" NOT NULL,
     key text COLLATE "C" NOT NULL,
     id uuid NOT NULL,
     name text COLLATE "C" NOT NULL,
     tag text COLLATE "C" NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     PRIMARY KEY (owner, key)
   );
   CREATE INDEX creation_by_expiry ON creation (expires_at);

   -- A new revision for each change of an owner's plants, whoever makes it.
   CREATE TABLE revision (owner text COLLATE "C" PRIMARY KEY, revision uuid NOT NULL);
   CREATE FUNCTION plant_changed() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       -- In the order of owners, so that two statements never wait for each other.
       INSERT INTO revision SELECT owner, gen_random_uuid() FROM (SELECT DISTINCT owner FROM changed ORDER BY owner) AS one
       ON CONFLICT (owner) DO UPDATE SET revision = EXCLUDED.revision;
       RETURN NULL;
     END
   $$;
   CREATE FUNCTION plant_updated() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO revision SELECT owner, gen_random_uuid()
       FROM (SELECT OLD.owner UNION SELECT NEW.owner ORDER BY owner) AS one
       ON CONFLICT (owner) DO UPDATE SET revision = EXCLUDED.revision;
       RETURN NULL;
     END
   $$;
   CREATE FUNCTION plants_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE revision SET revision = gen_random_uuid();
       RETURN NULL;
     END
   $$;
   CREATE TRIGGER plant_inserted AFTER INSERT ON plant REFERENCING NEW TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION plant_changed();
   CREATE TRIGGER plant_deleted AFTER DELETE ON plant REFERENCING OLD TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION plant_changed();
   CREATE TRIGGER plant_updated AFTER UPDATE ON plant
     FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION plant_updated();
   CREATE TRIGGER plants_truncated AFTER TRUNCATE ON plant
     FOR EACH STATEMENT EXECUTE FUNCTION plants_truncated();`,
]
