// The tables of PostgreSQL, for any contract. An item is stored as its JSON.
/** The key starts with the owner: most queries read one range of an index, and owners can be on several servers. */
export const tables = `
  -- Text has the collation "C": it is compared by code points, as in SQLite. json keeps its text unchanged, jsonb does not.
  CREATE TABLE item (
    owner text COLLATE "C" NOT NULL,
    collection text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    text json NOT NULL,
    creator text COLLATE "C" NOT NULL DEFAULT '',
    -- The text and what it was validated with: other programs and versions change only the text.
    valid_hash bigint,
    PRIMARY KEY (owner, collection, id)
  );

  -- Creations with an Idempotency-Key, as they were at that time.
  CREATE TABLE item_creation (
    owner text COLLATE "C" NOT NULL,
    collection text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    text json NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    PRIMARY KEY (owner, collection, key)
  );
  CREATE INDEX item_creation_by_expiry ON item_creation (expires_at);

  -- A new revision for each change of a collection, whoever makes it.
  CREATE TABLE item_revision (
    owner text COLLATE "C" NOT NULL,
    collection text COLLATE "C" NOT NULL,
    revision uuid NOT NULL,
    PRIMARY KEY (owner, collection)
  );

  -- At most one row: the contract that the items were last checked with.
  CREATE TABLE item_check (one integer PRIMARY KEY, contract text NOT NULL);

  CREATE FUNCTION item_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- In the order of the key, so that two statements never wait for each other.
      INSERT INTO item_revision SELECT owner, collection, gen_random_uuid()
      FROM (SELECT DISTINCT owner, collection FROM changed ORDER BY owner, collection) AS one
      ON CONFLICT (owner, collection) DO UPDATE SET revision = EXCLUDED.revision;
      RETURN NULL;
    END
  $$;
  CREATE FUNCTION item_updated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO item_revision SELECT owner, collection, gen_random_uuid()
      FROM (SELECT OLD.owner, OLD.collection UNION SELECT NEW.owner, NEW.collection ORDER BY owner, collection) AS one
      ON CONFLICT (owner, collection) DO UPDATE SET revision = EXCLUDED.revision;
      RETURN NULL;
    END
  $$;
  CREATE FUNCTION items_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE item_revision SET revision = gen_random_uuid();
      RETURN NULL;
    END
  $$;
  CREATE TRIGGER item_inserted AFTER INSERT ON item REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION item_changed();
  CREATE TRIGGER item_deleted AFTER DELETE ON item REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION item_changed();
  CREATE TRIGGER item_updated AFTER UPDATE ON item
    FOR EACH ROW WHEN ((OLD.owner, OLD.collection, OLD.id, OLD.path, OLD.text::text)
      IS DISTINCT FROM (NEW.owner, NEW.collection, NEW.id, NEW.path, NEW.text::text)) EXECUTE FUNCTION item_updated();
  CREATE TRIGGER items_truncated AFTER TRUNCATE ON item
    FOR EACH STATEMENT EXECUTE FUNCTION items_truncated();`

/** Column for the creator of an item of a shared collection, which belongs to the service. PostgreSQL rewrites no row. */
export const addCreatorColumn = `ALTER TABLE item ADD COLUMN creator text COLLATE "C" NOT NULL DEFAULT ''`

export const addValidHashColumn = 'ALTER TABLE item ADD COLUMN valid_hash bigint'
