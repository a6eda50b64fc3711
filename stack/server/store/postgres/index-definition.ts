// An index table has a row for each item of a collection: what its lists filter, sort and search. Triggers on `item`
// keep it up to date, whoever writes: SQL by hand, or an instance of another version.
import type { Collection } from '../../../core/contract/contract.ts'
import { createIndexes, filterColumn, indexTable, maxJsonLength, maxSortedBytes, sortColumn } from '../index-table.ts'
import { defineTerms } from './index-terms.ts'
import { quoteLiteral } from './statements.ts'

const key = ['owner', 'collection', 'id']

/** Returns SQL of the tsvector that the GIN index has: each word follows a hash, so that owners share no entries. */
export function termVector(table: string): string {
  const hashed = scopeHash(`${table}.owner`, `${table}.collection`)
  const separated = `replace(${table}.words, ' ', ' ' || ${hashed})`
  return `array_to_tsvector(string_to_array(substr(${separated}, 2), ' '))`
}

/** Returns SQL of the `tsquery` for words with a prefix, which `termVector` can match. Parameters are SQL expressions. */
export function prefixQuery(owner: string, collection: string, term: string): string {
  const escaped = `replace(replace(${term}, '\\', '\\\\'), '''', '''''')`
  return `('''' || ${scopeHash(owner, collection)} || ${escaped} || ''':*')::tsquery`
}

/** Returns SQL of eight hexadecimal digits for a collection of an owner. */
function scopeHash(owner: string, collection: string): string {
  return `lpad(to_hex(hashtext(${owner} || ${collection})), 8, '0')`
}

/** Returns statements that create the table, its B-tree indexes, and the functions and triggers that keep it up to date. */
export function defineIndexTable(collection: Collection): string {
  const name = indexTable(collection)
  const { path, filters, orders, searched = [] } = collection
  const fields = [...new Set([...filters, ...Object.keys(orders), ...searched])].map(quoteLiteral)
  const columns = getColumns(name, collection, (field) => `field_${fields.indexOf(quoteLiteral(field))}`)
  const types = columns.map(({ column, type }) => `${column} ${type}`).join(', ')
  const columnsOf = (row: string, ...more: string[]) => [...key, ...more].map((column) => `${row}.${column}`).join(', ')
  const valuesOf = (row: string) => columns.map(({ column }) => `${row}.${column}`).join(', ')
  const readColumns = (row: string) =>
    [columnsOf(row, 'path'), ...fields.map((field) => `(${row}.text -> ${field})::text`)].join(', ')
  const isOfPath = (row: string) => `${row}.path = ${quoteLiteral(path)}`
  return `
    CREATE TABLE ${name} (
      ${key.map((column) => `${column} text COLLATE "C" NOT NULL`).join(', ')},
      ${columns.map(({ column, type }) => `${column} ${type === 'text' ? 'text COLLATE "C"' : type}`).join(', ')},
      PRIMARY KEY (${key.join(', ')})
    );
    ${createIndexes(collection)}
    -- 1e400 is valid JSON.
    CREATE FUNCTION ${name}_number(value text) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS $$
      BEGIN
        RETURN value::float8;
      EXCEPTION WHEN numeric_value_out_of_range THEN
        RETURN CASE WHEN value ~* 'e-' THEN 0 END;
      END
    $$;
    ${defineTerms(name)}
    CREATE FUNCTION ${name}_row(item json) RETURNS TABLE (${types}) LANGUAGE sql STABLE AS $$
      SELECT ${columns.map(({ value }) => value).join(', ')}
      FROM (SELECT ${fields.map((field, index) => `item -> ${field} AS field_${index}`).join(', ')} OFFSET 0) AS fields
    $$;
    CREATE FUNCTION ${name}_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND (${columnsOf('OLD', 'path')}) <> (${columnsOf('NEW', 'path')}) THEN
          DELETE FROM ${name} WHERE (${key.join(', ')}) = (${columnsOf('OLD')});
        END IF;
        IF TG_OP <> 'DELETE' AND ${isOfPath('NEW')} THEN
          INSERT INTO ${name} AS indexed SELECT ${columnsOf('NEW')}, made.* FROM ${name}_row(NEW.text) AS made
          ON CONFLICT (${key.join(', ')}) DO UPDATE
          SET (${columns.map(({ column }) => column).join(', ')}) = ROW (${valuesOf('EXCLUDED')})
          WHERE (${valuesOf('indexed')}) IS DISTINCT FROM (${valuesOf('EXCLUDED')});
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
      FOR EACH ROW WHEN ((${isOfPath('OLD')} OR ${isOfPath('NEW')}) AND (${readColumns('OLD')}) IS DISTINCT FROM (${readColumns('NEW')}))
      EXECUTE FUNCTION ${name}_changed();
    CREATE TRIGGER ${name}_emptied AFTER TRUNCATE ON item FOR EACH STATEMENT EXECUTE FUNCTION ${name}_emptied();`
}

/** Returns statements that drop a table of any version, after its triggers: otherwise, writers would wait for the table. */
export function dropIndexTable(name: string): string {
  const drop = (...parts: string[]) => parts.map((part) => `DROP FUNCTION IF EXISTS ${name}_${part} CASCADE;`).join(' ')
  return `${drop('changed', 'emptied')} DROP TABLE ${name}; ${drop('row', 'words', 'fold', 'number')}`
}

/** Returns the columns besides the key. @param getJson Returns the SQL expression of a field. */
function getColumns(name: string, collection: Collection, getJson: (field: string) => string) {
  const { filters, orders, fields, searched } = collection
  const withDefault = (field: string) => {
    const value = fields[field]?.default
    return value === undefined ? getJson(field) : `coalesce(${getJson(field)}, ${quoteLiteral(JSON.stringify(value))})`
  }
  const ifType = (type: string, json: string, value: string) =>
    `CASE WHEN json_typeof(${json}) = '${type}' THEN ${value} END`
  const toStringValue = (json: string) => ifType('string', json, `${json} #>> '{}'`)
  const parts = searched?.map((field) => toStringValue(getJson(field))).join(', ')
  return [
    ...filters.map((field) => {
      const json = `${withDefault(field)}::text`
      const hashed = `'#' || left(encode(sha256(convert_to(${json}, 'UTF8')), 'hex'), 32)`
      const value = `CASE WHEN length(${json}) > ${maxJsonLength} THEN ${hashed} ELSE ${json} END`
      // An array, an object and null have no value.
      return {
        column: filterColumn(collection, field),
        type: 'text',
        value: `CASE WHEN ${json} ~ '^["tf0-9-]' THEN ${value} END`,
      }
    }),
    ...Object.entries(orders).map(([field, { type }]) => {
      const json = withDefault(field)
      const column = sortColumn(collection, field)
      if (type === 'number')
        return { column, type: 'float8', value: ifType(type, json, `${name}_number(${json}::text)`) }
      const value = `CASE WHEN octet_length(${toStringValue(json)}) <= ${maxSortedBytes} THEN ${toStringValue(json)} END`
      return { column, type: 'text', value }
    }),
    { column: 'words', type: 'text', value: parts === undefined ? 'NULL' : `${name}_words(concat_ws(' ', ${parts}))` },
  ]
}
