// How PostgreSQL stored plants up to version 1.0.0, and how they become items. Instances of version 1.0.0 run on: for them, the
// tables of before are views.

const plantTables = `CREATE TABLE plant (
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
  FOR EACH STATEMENT EXECUTE FUNCTION plants_truncated();`

/** The JSON text of a plant, as the service writes it. @param row The name of a row. */
function json(row: string): string {
  const time = (column: string) => `to_char(${row}.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return `('{"id":"' || ${row}.id || '","name":' || to_json(${row}.name) || ',"tag":' || to_json(${row}.tag) ||
    ',"createdAt":"' || ${time('created_at')} || '","updatedAt":"' || ${time('updated_at')} || '"}')::json`
}

// The tables of version 1 stay as views, for instances that run.
const plantsAsItems = `
LOCK TABLE plant, creation, revision IN ACCESS EXCLUSIVE MODE;
ALTER TABLE item DISABLE TRIGGER USER;
INSERT INTO item SELECT owner, '/plants', id::text, '/plants', ${json('plant')} FROM plant;
INSERT INTO item_creation SELECT owner, '/plants', key, ${json('creation')}, expires_at FROM creation;
ALTER TABLE item ENABLE TRIGGER USER;
INSERT INTO item_revision SELECT owner, '/plants', revision FROM revision;
DROP TABLE plant, revision;
DROP FUNCTION plant_changed, plant_updated, plants_truncated;

CREATE VIEW plant AS
  SELECT owner, id::uuid AS id, (text ->> 'name') COLLATE "C" AS name, (text ->> 'tag') COLLATE "C" AS tag,
    (text ->> 'createdAt')::timestamptz(3) AS created_at, (text ->> 'updatedAt')::timestamptz(3) AS updated_at
  FROM item WHERE collection = '/plants';
CREATE VIEW revision AS SELECT owner, revision FROM item_revision WHERE collection = '/plants';

CREATE FUNCTION plant_written() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO item VALUES (NEW.owner, '/plants', NEW.id::text, '/plants', ${json('NEW')});
      RETURN NEW;
    END IF;
    -- A new instance may have written since the row was read: the caller has to try again.
    PERFORM FROM item WHERE owner = OLD.owner AND collection = '/plants' AND id = OLD.id::text
      AND (text ->> 'name', text ->> 'tag', (text ->> 'updatedAt')::timestamptz) = (OLD.name, OLD.tag, OLD.updated_at)
      FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'the plant has changed' USING ERRCODE = 'serialization_failure'; END IF;
    IF TG_OP = 'DELETE' THEN
      DELETE FROM item WHERE owner = OLD.owner AND collection = '/plants' AND id = OLD.id::text;
      RETURN OLD;
    END IF;
    UPDATE item SET text = ${json('NEW')}
    WHERE owner = OLD.owner AND collection = '/plants' AND id = OLD.id::text AND text::text <> (${json('NEW')})::text;
    RETURN NEW;
  END
$$;
CREATE TRIGGER plant_written INSTEAD OF INSERT OR UPDATE OR DELETE ON plant
  FOR EACH ROW EXECUTE FUNCTION plant_written();

-- Both kinds of instances know every key. Two of them that use one new key at the same moment: the second one fails.
CREATE FUNCTION creation_to_item() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND NEW.expires_at = OLD.expires_at THEN RETURN NULL; END IF;
    DELETE FROM item_creation WHERE owner = NEW.owner AND collection = '/plants' AND key = NEW.key AND expires_at <= now();
    INSERT INTO item_creation VALUES (NEW.owner, '/plants', NEW.key, ${json('NEW')}, NEW.expires_at);
    RETURN NULL;
  END
$$;
CREATE TRIGGER creation_to_item AFTER INSERT OR UPDATE ON creation
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION creation_to_item();
CREATE FUNCTION item_to_creation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' AND NEW.expires_at = OLD.expires_at THEN RETURN NULL; END IF;
    DELETE FROM creation WHERE owner = NEW.owner AND key = NEW.key AND expires_at <= now();
    INSERT INTO creation VALUES (NEW.owner, NEW.key, (NEW.text ->> 'id')::uuid, NEW.text ->> 'name', NEW.text ->> 'tag',
      (NEW.text ->> 'createdAt')::timestamptz, (NEW.text ->> 'updatedAt')::timestamptz, NEW.expires_at);
    RETURN NULL;
  END
$$;
CREATE TRIGGER item_to_creation AFTER INSERT OR UPDATE ON item_creation
  FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NEW.collection = '/plants') EXECUTE FUNCTION item_to_creation();`

/** A database with version N has the first N applied, or began with the tables of version N. @param tables Those of items. */
export const postgresMigrations = (tables: string): string[] => [plantTables, `${tables}${plantsAsItems}`]
