// The writes of a store over PostgreSQL as statements, and several writes in one transaction.
import { hash } from 'node:crypto'
import { getCollection } from '../../../core/contract/collections.ts'
import {
  type Commit,
  type Creation,
  type Deletion,
  getDescendants,
  maxDescendants,
  orRefused,
  type Place,
  type Reads,
  type StoredResponse,
  type Write,
} from '../../../core/stores/item-store.ts'
import type { StoreContract } from '../../../core/stores/validation.ts'
import type { Row, Statement } from './session.ts'
import { type Name, statement } from './statements.ts'

type Run = (statement: Statement) => Promise<Row[]>

export function getWrites({ collections, validation }: StoreContract) {
  const keys = new Map(collections.map(({ path }) => [path, hash('sha256', `${validation?.key} ${path}`)]))
  /** @returns The key that the text is valid by. @throws {Error} if the item is not valid. */
  const validate = (path: string, id: string, text: string) =>
    validation?.validate(path, id, text) ? keys.get(path) : undefined
  const levelsBelow = Math.max(1, ...collections.map(({ path }) => path.split('{').length)) - 1

  async function commit(
    run: Run,
    { items, revisions }: Reads,
    writes: Write[],
    response: StoredResponse | undefined,
  ): Promise<Commit> {
    const places = [...items, ...revisions, ...writes].map(({ place }) => place)
    await run(
      statement('lockCollections', [places.map(({ owner, collection }) => JSON.stringify([owner, collection]))]),
    )
    if (items.length > 0) {
      const keys = [...getPlaces(items), items.map(({ id }) => id)]
      const stored = byKey(await run(statement('lockItems', keys)))
      if (items.some(({ place, id, text }) => stored.get(keyText(place, id)) !== text)) return 'stale'
    }
    if (revisions.length > 0) {
      const stored = byKey(await run(statement('revisions', getPlaces(revisions))))
      if (revisions.some(({ place, revision }) => (stored.get(keyText(place)) ?? '') !== revision)) return 'stale'
    }
    if (response !== undefined) {
      const { owner, key, text } = response
      const stored = await run(statement('storeResponse', [owner, key.name, text, key.ttlHours]))
      if (stored.length === 0) return 'stale'
    }
    for (const write of writes) {
      const refusal = await toRefusal(run, write)
      if (refusal !== undefined) return refusal
    }
    return 'committed'
  }

  /** @returns Why the write was not made; `undefined` if it was. */
  async function toRefusal(run: Run, write: Write): Promise<Exclude<Commit, 'committed'> | undefined> {
    const { place, id } = write
    const key = [place.owner, place.collection, id]
    if (write.kind !== 'create' && write.creator !== undefined) {
      const [[, creator] = []] = await run(statement('getLocked', key))
      if (creator !== undefined && creator !== write.creator) return { ofAnother: place }
    }
    if (write.kind === 'delete') {
      if ((await run(statement('getLocked', key))).length === 0) return 'stale'
      return (await remove(run, place, id)) === 'has-children' ? { withChildren: place } : undefined
    }
    const toUpdate = () => statement('update', [...key, write.text, validate(place.path, id, write.text), null])
    const one = orRefused(() => (write.kind === 'create' ? toInsert(place, write) : toUpdate()))
    const text = toText(await run(one))
    if (text === undefined) return 'stale'
    return text === write.text ? undefined : { earlier: text }
  }

  function toInsert({ owner, collection, path, parent }: Place, { id, text, creator = '', key }: Creation): Statement {
    const once = key === undefined ? [] : [key.name, key.ttlHours]
    const name: Name = `insert${key ? 'Once' : ''}${parent ? 'Below' : ''}`
    const values = [owner, collection, id, path, text, creator, validate(path, id, text)]
    return statement(name, [...values, ...once, ...getKey(parent)])
  }

  /** Removes an item, which is locked if it can have children. */
  async function remove(run: Run, place: Place, id: string): Promise<Deletion | undefined> {
    const { owner, path, collection } = place
    const { children } = getCollection(collections, path)
    if (children === undefined) return toDeletion(await run(statement('remove', [owner, collection, id])))
    const most = children === 'cascade' ? maxDescendants : 0
    const range = [owner, collection, id, ...getDescendants(place, id)]
    const outcome = toDeletion(await run(statement('removeAll', [...range, most])))
    const later: Name[] = [...Array<Name>(levelsBelow).fill('removeLevel'), 'forgetKeys', 'forgetRevisions']
    for (const name of most === 0 ? [] : later) await run(statement(name, range))
    return outcome
  }

  return { keys, validate, toInsert, remove, commit }
}

function getPlaces(all: { place: Place }[]): [owners: string[], collections: string[]] {
  return [all.map(({ place }) => place.owner), all.map(({ place }) => place.collection)]
}

function keyText({ owner, collection }: Place, ...id: string[]): string {
  return JSON.stringify([owner, collection, ...id])
}

/** The last value of each row, by the others. */
function byKey(rows: Row[]): Map<string, string | undefined> {
  return new Map(rows.map((row) => [JSON.stringify(row.slice(0, -1)), row.at(-1) ?? undefined]))
}

export function getKey(parent: Place['parent']): string[] {
  return parent === undefined ? [] : [parent.place.collection, parent.id]
}

function toDeletion(rows: Row[]): Deletion | undefined {
  const outcome = toText(rows)
  return outcome === 'deleted' || outcome === 'has-children' ? outcome : undefined
}

export function toText([row]: Row[]): string | undefined {
  return row?.[0] ?? undefined
}
