// The writes of the PostgreSQL store: as single statements, and several in one transaction.
import { hash } from 'node:crypto'
import { getCollection } from '../../../core/contract/collections.ts'
import {
  asRefusal,
  type CollectionKey,
  type CommitOutcome,
  type Creation,
  type DeleteOutcome,
  getDescendantRange,
  maxDescendants,
  type Reads,
  type StoredResponse,
  type Write,
} from '../../../core/stores/item-store.ts'
import type { StoreContract } from '../../../core/stores/validation.ts'
import type { Row, Statement } from './session.ts'
import { type PostgresStatementName, statement } from './statements.ts'

type RunStatement = (statement: Statement) => Promise<Row[]>

export function getWrites({ collections, validation }: StoreContract) {
  const keys = new Map(collections.map(({ path }) => [path, hash('sha256', `${validation?.key} ${path}`)]))
  /** @returns The key of the validation; `undefined` if the item is not trusted. @throws {Error} if it is not valid. */
  const validate = (path: string, id: string, text: string) =>
    validation?.validate(path, id, text) ? keys.get(path) : undefined
  const maxDepth = Math.max(1, ...collections.map(({ path }) => path.split('{').length)) - 1

  async function commit(
    run: RunStatement,
    { items, revisions }: Reads,
    writes: Write[],
    response: StoredResponse | undefined,
  ): Promise<CommitOutcome> {
    const collectionKeys = [...items, ...revisions, ...writes].map(({ collectionKey }) => collectionKey)
    await run(
      statement('lockCollections', [
        collectionKeys.map(({ owner, collection }) => JSON.stringify([owner, collection])),
      ]),
    )
    if (items.length > 0) {
      const keys = [...toColumns(items), items.map(({ id }) => id)]
      const stored = lastByKey(await run(statement('lockItems', keys)))
      if (items.some(({ collectionKey, id, text }) => stored.get(serializeKey(collectionKey, id)) !== text))
        return 'stale'
    }
    if (revisions.length > 0) {
      const stored = lastByKey(await run(statement('revisions', toColumns(revisions))))
      if (revisions.some(({ collectionKey, revision }) => (stored.get(serializeKey(collectionKey)) ?? '') !== revision))
        return 'stale'
    }
    if (response !== undefined) {
      const { owner, key, text } = response
      const stored = await run(statement('storeResponse', [owner, key.name, text, key.ttlHours]))
      if (stored.length === 0) return 'stale'
    }
    for (const write of writes) {
      const refusal = await applyWrite(run, write)
      if (refusal !== undefined) return refusal
    }
    return 'committed'
  }

  /** Runs a write of a transaction. @returns Why it was not made; `undefined` if it was. */
  async function applyWrite(run: RunStatement, write: Write): Promise<Exclude<CommitOutcome, 'committed'> | undefined> {
    const { collectionKey, id } = write
    const key = [collectionKey.owner, collectionKey.collection, id]
    if (write.kind !== 'create' && write.createdBy !== undefined) {
      const [[, createdBy] = []] = await run(statement('getLocked', key))
      if (createdBy !== undefined && createdBy !== write.createdBy) return { otherCreator: collectionKey }
    }
    if (write.kind === 'delete') {
      if ((await run(statement('getLocked', key))).length === 0) return 'stale'
      return (await remove(run, collectionKey, id)) === 'has-children' ? { withChildren: collectionKey } : undefined
    }
    const toUpdate = () => statement('update', [...key, write.text, validate(collectionKey.path, id, write.text), null])
    const insertOrUpdate = asRefusal(() => (write.kind === 'create' ? toInsert(collectionKey, write) : toUpdate()))
    const text = firstValue(await run(insertOrUpdate))
    if (text === undefined) return 'stale'
    return text === write.text ? undefined : { earlier: text }
  }

  function toInsert(
    { owner, collection, path, parent }: CollectionKey,
    { id, text, createdBy = '', key }: Creation,
  ): Statement {
    const idempotency = key === undefined ? [] : [key.name, key.ttlHours]
    const name: PostgresStatementName = `insert${key ? 'Once' : ''}${parent ? 'WithParent' : ''}`
    const values = [owner, collection, id, path, text, createdBy, validate(path, id, text)]
    return statement(name, [...values, ...idempotency, ...parentValues(parent)])
  }

  /** Removes an item, which is locked if it can have children. */
  async function remove(
    run: RunStatement,
    collectionKey: CollectionKey,
    id: string,
  ): Promise<DeleteOutcome | undefined> {
    const { owner, path, collection } = collectionKey
    const { children } = getCollection(collections, path)
    if (children === undefined) return toDeleteOutcome(await run(statement('remove', [owner, collection, id])))
    const max = children === 'cascade' ? maxDescendants : 0
    const range = [owner, collection, id, ...getDescendantRange(collectionKey, id)]
    const outcome = toDeleteOutcome(await run(statement('removeWithDescendants', [...range, max])))
    const cleanups: PostgresStatementName[] = [
      ...Array<PostgresStatementName>(maxDepth).fill('removeLevel'),
      'deleteDescendantKeys',
      'deleteDescendantRevisions',
    ]
    for (const name of max === 0 ? [] : cleanups) await run(statement(name, range))
    return outcome
  }

  return { keys, validate, toInsert, remove, commit }
}

function toColumns(all: { collectionKey: CollectionKey }[]): [owners: string[], collections: string[]] {
  return [all.map(({ collectionKey }) => collectionKey.owner), all.map(({ collectionKey }) => collectionKey.collection)]
}

function serializeKey({ owner, collection }: CollectionKey, ...id: string[]): string {
  return JSON.stringify([owner, collection, ...id])
}

/** Returns the last value of each row, by the other values. */
function lastByKey(rows: Row[]): Map<string, string | undefined> {
  return new Map(rows.map((row) => [JSON.stringify(row.slice(0, -1)), row.at(-1) ?? undefined]))
}

export function parentValues(parent: CollectionKey['parent']): string[] {
  return parent === undefined ? [] : [parent.collectionKey.collection, parent.id]
}

function toDeleteOutcome(rows: Row[]): DeleteOutcome | undefined {
  const outcome = firstValue(rows)
  return outcome === 'deleted' || outcome === 'has-children' ? outcome : undefined
}

export function firstValue([row]: Row[]): string | undefined {
  return row?.[0] ?? undefined
}
