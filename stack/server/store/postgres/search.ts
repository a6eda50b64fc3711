// The words of items, for the search in lists. Triggers keep them, also if an instance of the version before writes.
import { hash } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { CollectionData } from '../../../core/contract/contract-data.ts'
import * as words from '../../../core/items/words.ts'
import { quoted } from './indexes.ts'

const prefix = 'item_search_'

/** The words of a database from before this number are made again. */
const version = 1

/** In a comment: all items that were there before the table are in it. */
const filled = 'filled'
/** A table whose triggers refuse each write of a text: its program was bundled before `toBrackets`. */
const unusable = 'unusable'
/** In a comment, before a time. */
const unused = `${filled}, unused since `
/** Instances of another version may still use a table, or be started again. */
const unusedForMs = 24 * 60 * 60 * 1000

/** Whether a table of words is missing, unusable or not filled, or one of another contract is not marked or is to be dropped. */
export async function lacksSearches(client: ClientBase, collections: CollectionData[]): Promise<boolean> {
  const wanted = searchedIn(collections).map(getTable)
  const existing = await existingTables(client)
  const isMissing = wanted.some((name) => existing.get(name) !== filled)
  return isMissing || [...existing].some(([name, state]) => !wanted.includes(name) && !isKept(state))
}

/** Whether an unused table is marked, and not for too long. */
function isKept(state: string): boolean {
  return state.startsWith(unused) && Date.now() - Date.parse(state.slice(unused.length)) < unusedForMs
}

/**
 * Creates a table of words for each search of the contract, and drops those of other contracts after a day.
 * @param withLocks Calls a function in a transaction that changes tables.
 */
export async function createSearches(
  client: ClientBase,
  collections: CollectionData[],
  withLocks: (change: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const wanted = new Map(searchedIn(collections).map((collection) => [getTable(collection), collection]))
  const existing = await existingTables(client)
  const mark = (name: string, state: string) => client.query(`COMMENT ON TABLE ${name} IS ${quoted(state)}`)
  for (const [name, state] of existing) {
    const isUnusable = state === unusable
    if (!isUnusable && (wanted.has(name) || isKept(state))) continue
    if (isUnusable || state.startsWith(unused)) {
      await withLocks(() => client.query(`DROP TABLE ${name}; ${dropFunctions(name)}`))
      existing.delete(name)
    } else await mark(name, unused + new Date().toISOString())
  }
  for (const [name, collection] of wanted) {
    if (!existing.has(name)) await withLocks(() => client.query(definition(name, collection)))
    // The triggers add what is written meanwhile. A word that is out of date selects an item, which is then compared.
    const ofItems = `SELECT owner, collection, word, id FROM item CROSS JOIN LATERAL ${name}_words(text) AS word`
    const ofPath = `WHERE path = ${quoted(collection.path)} ON CONFLICT DO NOTHING`
    // They have kept it while it was unused.
    const isFilled = existing.get(name)?.startsWith(filled)
    if (!isFilled) await client.query(`INSERT INTO ${name} ${ofItems} ${ofPath}`)
    await mark(name, filled)
  }
}

/** Other fields make another name. */
export function getTable({ path, searched }: CollectionData): string {
  return prefix + hash('sha256', JSON.stringify([version, path, searched])).slice(0, 16)
}

function searchedIn(collections: CollectionData[]): CollectionData[] {
  return collections.filter(({ searched }) => searched !== undefined)
}

/** The comment of each table, or `unusable`, by its name. */
async function existingTables(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; state: string }>(
    `SELECT relname AS name, CASE
       WHEN EXISTS (SELECT FROM pg_proc WHERE pronamespace = relnamespace AND proname = relname || '_words'
         AND strpos(prosrc, '\\ud83c') > 0) THEN '${unusable}'
       ELSE coalesce(obj_description(oid, 'pg_class'), '') END AS state
     FROM pg_class WHERE relkind = 'r' AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('item'))
     AND starts_with(relname, $1)`,
    [prefix],
  )
  return new Map(rows.map(({ name, state }) => [name, state]))
}

function definition(name: string, { path, searched = [] }: CollectionData): string {
  const values = searched.map((field) => {
    const json = `item -> ${quoted(field)}`
    return `CASE WHEN json_typeof(${json}) = 'string' THEN item ->> ${quoted(field)} END`
  })
  const foldName = `${name}_fold`
  const [upper, lower] = casePairs()
  const plain = `regexp_replace(normalize(${foldName}(value), NFKD), '${toBrackets(words.mark)}+', '', 'g')`
  const isOfPath = (row: 'OLD' | 'NEW') => `${row}.path = ${quoted(path)}`
  const keys = (row: 'OLD' | 'NEW') => {
    const fields = searched.map((field) => `${row}.text ->> ${quoted(field)}`)
    return `(${[`${row}.owner`, `${row}.collection`, `${row}.id`, ...fields].join(', ')})`
  }
  return `
    CREATE TABLE ${name} (
      owner text COLLATE "C" NOT NULL,
      collection text COLLATE "C" NOT NULL,
      word text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL,
      PRIMARY KEY (owner, collection, word, id)
    );
    CREATE FUNCTION ${foldName}(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE WHEN value ~ '[^\u0001-\u007f]' THEN translate(value, ${quoted(upper)}, ${quoted(lower)})
             ELSE lower(value COLLATE "C") END
    $$;
    CREATE FUNCTION ${name}_words(item json) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT DISTINCT left(word, ${words.maxWordLength}) FROM unnest(ARRAY[${values.join(', ')}]) AS value,
        regexp_split_to_table(${foldName}(${plain}), '${toBrackets(words.separator)}+') AS word WHERE word <> ''
    $$;
    CREATE FUNCTION ${name}_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          DELETE FROM ${name} WHERE owner = OLD.owner AND collection = OLD.collection AND id = OLD.id
          AND word = ANY (ARRAY(SELECT ${name}_words(OLD.text)));
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO ${name} SELECT NEW.owner, NEW.collection, word, NEW.id FROM ${name}_words(NEW.text) AS word
          ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
      END
    $$;
    CREATE FUNCTION ${name}_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        TRUNCATE ${name};
        RETURN NULL;
      END
    $$;
    CREATE TRIGGER ${name}_inserted AFTER INSERT ON item
      FOR EACH ROW WHEN (${isOfPath('NEW')}) EXECUTE FUNCTION ${name}_changed();
    CREATE TRIGGER ${name}_deleted AFTER DELETE ON item
      FOR EACH ROW WHEN (${isOfPath('OLD')}) EXECUTE FUNCTION ${name}_changed();
    CREATE TRIGGER ${name}_updated AFTER UPDATE ON item
      FOR EACH ROW WHEN (${isOfPath('NEW')} AND ${keys('OLD')} IS DISTINCT FROM ${keys('NEW')})
      EXECUTE FUNCTION ${name}_changed();
    CREATE TRIGGER ${name}_emptied AFTER TRUNCATE ON item FOR EACH STATEMENT EXECUTE FUNCTION ${name}_emptied();`
}

/** With their triggers. */
function dropFunctions(name: string): string {
  const functions = ['changed', 'emptied', 'words', 'fold']
  return functions.map((one) => `DROP FUNCTION ${name}_${one} CASCADE`).join('; ')
}

/** The letters that `fold` changes, and what they become: databases have different versions of Unicode. */
function casePairs(): [upper: string, lower: string] {
  const pairs = allCharacters().map((one) => [one, toLetter(words.fold(one))] as const)
  const changed = pairs.filter(([one, other]) => one !== other && /\p{L}|\p{N}|\p{S}/u.test(one))
  return [changed.map(([one]) => one).join(''), changed.map(([, other]) => other).join('')]
}

/** A dot that stays of a Turkish İ is an accent. */
function toLetter(text: string): string {
  return Array.from(text)[0] ?? ''
}

/**
 * Returns the characters that an expression matches, as PostgreSQL writes them. The `source` of the expression would not
 * do: a bundler may write a character as two surrogates, which PostgreSQL refuses.
 */
function toBrackets(expression: RegExp): string {
  const ranges: [first: number, last: number][] = []
  for (const character of allCharacters()) {
    if (character.search(expression) < 0) continue
    const point = character.codePointAt(0) ?? 0
    const range = ranges.at(-1)
    if (range?.[1] === point - 1) range[1] = point
    else ranges.push([point, point])
  }
  const escaped = (point: number) => `\\U${point.toString(16).padStart(8, '0')}`
  return `[${ranges.map((range) => range.map(escaped).join('-')).join('')}]`
}

/** The code points that the rules of words name. */
function allCharacters(): string[] {
  return Array.from({ length: 0x1ffff }, (_, index) => String.fromCodePoint(index + 1))
}
