// Rules for the items of a plain contract: what is created can be read, changed and deleted.
import type { Expectation } from '../call.ts'
import type { Check } from '../checks.ts'
import { bodyProperties, bodySchema, type ContractOperation } from '../contract/operations.ts'
import type { PlainCollection } from './collections.ts'
import { type Created, type Item, type PlainSession, refusal, success } from './session.ts'
import { findViolations, isKept, otherValue, plainValue } from './values.ts'

export interface PlainRule {
  name: string
  fits: (collection: PlainCollection) => boolean
  run: (plain: PlainSession, collection: PlainCollection) => Promise<void>
}

const stored: Check = 'ensure_resource_availability'
const gone: Expectation = ['404 or 410', (status) => [404, 410].includes(status)]

/** Reports the properties that an item does not have as they were sent. */
export function expectKept(plain: PlainSession, what: string, sent: Item, item: Item, collection: PlainCollection) {
  for (const { name, readOnly, schema } of collection.itemProperties) {
    if (!(name in sent) || readOnly || schema.keywords.writeOnly === true) continue
    const message = `${what}: ${name}: expected ${JSON.stringify(sent[name])}, got ${JSON.stringify(item[name])}`
    plain.expect(isKept(sent[name], item[name]), message, stored)
  }
}

/** Reads an item, and compares it. */
async function expectItem(plain: PlainSession, collection: PlainCollection, { path, item }: Created, expected: Item) {
  const { get, id } = collection
  if (get === undefined) return
  const { value } = await plain.send(get, { path }, 200, stored)
  const read: Item = Object(value)
  plain.expect(read[id.name] === item[id.name], `${id.name}: expected ${item[id.name]}, got ${read[id.name]}`, stored)
  expectKept(plain, 'the item', expected, read, collection)
}

/** A body with all properties, one with the required ones, and one for each value of an enum. */
function bodiesFor(operation: ContractOperation, plain: PlainSession): Item[] {
  const properties = bodyProperties(operation).filter(({ readOnly }) => !readOnly)
  const whole = () => plain.body(operation)
  const choices = properties.flatMap(({ name, schema: { keywords } }) =>
    (Array.isArray(keywords.enum) ? keywords.enum : []).map((value) => ({ ...whole(), [name]: value })),
  )
  const required = properties.filter((one) => one.required).map(({ name }) => name)
  const least = Object.fromEntries(Object.entries(whole()).filter(([name]) => required.includes(name)))
  return [whole(), least, ...choices].filter((body) => bodySchema(operation)?.isValid(body))
}

/** The defaults of the properties that a body can have. */
function defaultsFor(operation: ContractOperation): Item {
  const written = bodyProperties(operation).filter(({ schema }) => 'default' in schema.keywords)
  return Object.fromEntries(written.map(({ name, schema }) => [name, schema.keywords.default]))
}

export const plainItemRules: PlainRule[] = [
  {
    name: 'created items',
    fits: () => true,
    async run(plain, collection) {
      const { create, get } = collection
      const at = await plain.getPath(create)
      const ids = new Set<string>()
      for (const body of bodiesFor(create, plain)) {
        const created = await plain.create(collection, body, at)
        const { id, item, location } = created
        const expected = { ...defaultsFor(create), ...body }
        expectKept(plain, 'the created item', expected, item, collection)
        plain.expect(!ids.has(id), `${collection.id.name}: ${id} is that of an earlier item, too`, stored)
        ids.add(id)
        await expectItem(plain, collection, created, expected)
        if (location === undefined || get === undefined) continue
        const { pathname } = new URL(location, 'http://localhost/')
        const message = `header location: expected the path of the item ${id}, got ${location}`
        plain.expect(decodeURIComponent(pathname).endsWith(`/${id}`), message, 'response_headers_conformance')
      }
    },
  },
  {
    name: 'changed items',
    fits: ({ update }) => update !== undefined && bodySchema(update) !== undefined,
    async run(plain, collection) {
      const { update, id } = collection
      if (update === undefined) return
      const created = await plain.create(collection)
      const { path, item } = created
      let expected = item
      for (const { name, schema, readOnly } of bodyProperties(update)) {
        const known = collection.itemProperties.find((one) => one.name === name)
        if (readOnly || known === undefined || known.readOnly) continue
        const body = { ...getRequired(update), [name]: otherValue(schema, expected[name]) }
        const { value, response } = await plain.send(update, { path, body }, success)
        if (response.status >= 300) continue
        expected = writable({ ...expected, ...body }, collection)
        if (id.name in Object(value)) expectKept(plain, 'the changed item', expected, Object(value), collection)
        await expectItem(plain, collection, created, expected)
      }
    },
  },
  {
    name: 'replaced items',
    fits: ({ replace }) => replace !== undefined && bodySchema(replace) !== undefined,
    async run(plain, collection) {
      const { replace, id } = collection
      const schema = replace && bodySchema(replace)
      if (replace === undefined || schema === undefined) return
      const created = await plain.create(collection)
      const body = Object(otherValue(schema, created.item))
      const { value } = await plain.send(replace, { path: created.path, body }, success)
      if (id.name in Object(value)) expectKept(plain, 'the replaced item', body, Object(value), collection)
      await expectItem(plain, collection, created, body)
    },
  },
  {
    name: 'refused changes change nothing',
    fits: ({ update, replace, get }) => get !== undefined && (update ?? replace) !== undefined,
    async run(plain, collection) {
      const created = await plain.create(collection)
      const { item, path } = created
      for (const operation of [collection.update, collection.replace]) {
        const schema = operation && bodySchema(operation)
        if (operation === undefined || schema === undefined) continue
        const change = Object(otherValue(schema, item))
        for (const { name, value } of findViolations(schema, change).slice(0, 12)) {
          const body = JSON.stringify(value)
          await plain.send(operation, { path, body }, refusal(operation, name), 'negative_data_rejection')
        }
        await expectItem(plain, collection, created, writable(item, collection))
      }
    },
  },
  {
    name: 'deleted items',
    fits: (collection) => collection.delete !== undefined,
    async run(plain, collection) {
      const { delete: removal, create, get, update } = collection
      if (removal === undefined) return
      const at = await plain.getPath(create)
      const kept = await plain.create(collection, undefined, at)
      const { path } = await plain.create(collection, undefined, at)
      await plain.send(removal, { path }, success)
      if (get) await plain.send(get, { path }, gone, 'use_after_free')
      if (update) await plain.send(update, { path, body: plain.body(update) }, gone, 'use_after_free')
      await expectItem(plain, collection, kept, writable(kept.item, collection))
    },
  },
]

/** The values that a body must have. */
function getRequired(operation: ContractOperation): Item {
  const required = bodyProperties(operation).filter((one) => one.required)
  return Object.fromEntries(required.map(({ name, schema }) => [name, plainValue(schema, 50)]))
}

/** An item without what the service sets, which can change at any time. */
function writable(item: Item, { create }: PlainCollection): Item {
  return Object.fromEntries(bodyProperties(create).map(({ name }) => [name, item[name]]))
}
