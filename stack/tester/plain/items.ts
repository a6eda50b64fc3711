// Rules for the items of a plain contract: what is created can be read, changed and deleted.
import type { Check } from '../checks.ts'
import { bodyProperties, bodySchema, type ContractOperation } from '../contract/operations.ts'
import type { PlainCollection } from './collections.ts'
import { type Expectation, type Item, type PlainSession, refusal, success } from './session.ts'
import { isKept, otherValue, plainValue } from './values.ts'
import { violationsOf } from './violations.ts'

export interface PlainRule {
  name: string
  fits: (collection: PlainCollection) => boolean
  run: (plain: PlainSession, collection: PlainCollection) => Promise<void>
}

const stored: Check = 'ensure_resource_availability'
const gone: Expectation = ['404 or 410', (status) => [404, 410].includes(status)]
const found: Expectation = ['200', (status) => status === 200]

/** Reports the properties that an item does not have as they were sent. */
export function expectKept(
  plain: PlainSession,
  what: string,
  sent: Item,
  item: Item,
  { itemProperties }: PlainCollection,
) {
  for (const [name, value] of Object.entries(sent)) {
    const property = itemProperties.find((one) => one.name === name)
    if (property === undefined || property.readOnly || property.schema.keywords.writeOnly === true) continue
    const message = `${what}: ${name}: expected ${JSON.stringify(value)}, got ${JSON.stringify(item[name])}`
    plain.expect(isKept(value, item[name]), message, stored)
  }
}

/** Reads an item, and compares it. */
async function expectItem(plain: PlainSession, collection: PlainCollection, path: string, expected: Item) {
  const { get, id } = collection
  if (get === undefined) return
  const { value } = await plain.send(get, { path }, found, stored)
  const item: Item = Object(value)
  plain.expect(
    item[id.name] === expected[id.name],
    `${id.name}: expected ${expected[id.name]}, got ${item[id.name]}`,
    stored,
  )
  expectKept(plain, 'the item', expected, item, collection)
}

/** A body for each value of an enum and each optional property that is absent, one with all, and one with the required ones. */
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

/** The defaults of the properties that a body does not have. */
function defaultsFor(operation: ContractOperation, body: Item): Item {
  const absent = bodyProperties(operation).filter(({ name }) => !(name in body))
  const written = absent.filter(({ schema }) => 'default' in schema.keywords)
  return Object.fromEntries(written.map(({ name, schema }) => [name, schema.keywords.default]))
}

export const plainItemRules: PlainRule[] = [
  {
    name: 'created items',
    fits: () => true,
    async run(plain, collection) {
      const { create, id, get } = collection
      const at = await plain.pathOf(create)
      const ids = new Set<string>()
      for (const body of bodiesFor(create, plain)) {
        const { id: created, item, response } = await plain.create(collection, at, body)
        const expected = { ...defaultsFor(create, body), ...body }
        expectKept(plain, 'the created item', expected, item, collection)
        plain.expect(!ids.has(created), `${id.name}: ${created} is that of an earlier item, too`, stored)
        ids.add(created)
        await expectItem(plain, collection, `${at}/${encodeURIComponent(created)}`, {
          ...expected,
          [id.name]: item[id.name],
        })
        const { location } = response.headers
        if (location === undefined || get === undefined) continue
        const { pathname } = new URL(location, 'http://localhost/')
        const message = `header location: expected the path of the item ${created}, got ${location}`
        plain.expect(decodeURIComponent(pathname).endsWith(`/${created}`), message, 'response_headers_conformance')
      }
    },
  },
  {
    name: 'changed items',
    fits: ({ update }) => update !== undefined && bodySchema(update) !== undefined,
    async run(plain, collection) {
      const { update, create, id } = collection
      if (update === undefined) return
      const at = await plain.pathOf(create)
      const { item, id: created } = await plain.create(collection, at)
      const path = `${at}/${encodeURIComponent(created)}`
      let expected: Item = { ...item }
      for (const { name, schema, readOnly } of bodyProperties(update)) {
        const known = collection.itemProperties.find((one) => one.name === name)
        if (readOnly || known === undefined || known.readOnly) continue
        const body = { ...requiredOf(update), [name]: otherValue(schema, expected[name]) }
        const { value, response } = await plain.send(update, { path, body }, success, 'positive_data_acceptance')
        if (response.status >= 300) continue
        expected = writable({ ...expected, ...body }, collection)
        if (response.body !== '' && id.name in Object(value))
          expectKept(plain, 'the changed item', expected, Object(value), collection)
        await expectItem(plain, collection, path, { ...expected, [id.name]: item[id.name] })
      }
    },
  },
  {
    name: 'replaced items',
    fits: ({ replace }) => replace !== undefined && bodySchema(replace) !== undefined,
    async run(plain, collection) {
      const { replace, create, id } = collection
      if (replace === undefined) return
      const at = await plain.pathOf(create)
      const { item, id: created } = await plain.create(collection, at)
      const path = `${at}/${encodeURIComponent(created)}`
      const schema = bodySchema(replace)
      const body = schema === undefined ? {} : Object(otherValue(schema, item))
      const { value } = await plain.send(replace, { path, body }, success, 'positive_data_acceptance')
      if (id.name in Object(value)) expectKept(plain, 'the replaced item', body, Object(value), collection)
      await expectItem(plain, collection, path, { ...body, [id.name]: item[id.name] })
    },
  },
  {
    name: 'refused changes change nothing',
    fits: ({ update, replace, get }) => get !== undefined && (update ?? replace) !== undefined,
    async run(plain, collection) {
      const { create } = collection
      const at = await plain.pathOf(create)
      const { item, id } = await plain.create(collection, at)
      const path = `${at}/${encodeURIComponent(id)}`
      for (const operation of [collection.update, collection.replace]) {
        const schema = operation && bodySchema(operation)
        if (operation === undefined || schema === undefined) continue
        const change = Object(otherValue(schema, item))
        for (const { value } of violationsOf(schema, change).slice(0, 12))
          await plain.send(
            operation,
            { path, body: JSON.stringify(value) },
            refusal(operation),
            'negative_data_rejection',
          )
        await expectItem(plain, collection, path, writable(item, collection))
      }
    },
  },
  {
    name: 'deleted items',
    fits: (collection) => collection.delete !== undefined,
    async run(plain, collection) {
      const { delete: removal, create, get, update } = collection
      if (removal === undefined) return
      const at = await plain.pathOf(create)
      const kept = await plain.create(collection, at)
      const { id } = await plain.create(collection, at)
      const path = `${at}/${encodeURIComponent(id)}`
      await plain.send(removal, { path }, success, 'positive_data_acceptance')
      if (get) await plain.send(get, { path }, gone, 'use_after_free')
      if (update) await plain.send(update, { path, body: plain.body(update) }, gone, 'use_after_free')
      await expectItem(plain, collection, `${at}/${encodeURIComponent(kept.id)}`, writable(kept.item, collection))
    },
  },
]

/** The values that a body must have. */
function requiredOf(operation: ContractOperation): Item {
  const required = bodyProperties(operation).filter((one) => one.required)
  return Object.fromEntries(required.map(({ name, schema }) => [name, plainValue(schema, 50)]))
}

/** An item without what the service sets, which can change at any time; with its identifier. */
function writable(item: Item, { itemProperties, create, id }: PlainCollection): Item {
  const set = bodyProperties(create).map(({ name }) => name)
  const names = itemProperties.filter((one) => !one.readOnly && set.includes(one.name)).map(({ name }) => name)
  return Object.fromEntries([...names, id.name].map((name) => [name, item[name]]))
}
