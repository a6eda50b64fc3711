// Rules about entity tags and conditions.
import { setTimeout as wait } from 'node:timers/promises'
import { lastTime, mergePatch } from '../caller.ts'
import { returns } from '../contract/collections.ts'
import { takes } from '../contract/operations.ts'
import { atTheSameTime, type Rule } from './rule.ts'

const check = 'entity_tag_conformance'

export const entityTagRules: Rule[] = [
  {
    name: 'entity tags of pages',
    sends: 'pages before and after each kind of change',
    accepts: 'another tag for each page after each change, 304, 412',
    check,
    sentence: 'Each change of your … changes the `ETag` of all your pages.',
    fits: ({ list }) => returns(list, 200, 'etag'),
    async run({ caller, collection, session }) {
      const pages = [caller.query({ limit: 1 }), caller.query({ limit: 2 }), ['limit=3']]
      const tags = () => Array.fromAsync(pages, async (query) => (await caller.page(query)).etag)
      const last = (await caller.createSeveral(4)).at(-1) ?? ''
      let before = await tags()
      const steps: [string, () => Promise<unknown>][] = [['a creation', () => caller.create()]]
      if (collection.update) {
        const patch = caller.patch(last)
        const original = Object.keys(patch).map((name) => [name, caller.items.get(last)?.item[name]])
        steps.push(['a change on another page', () => caller.change(last, patch)])
        steps.push(['a change back', () => caller.change(last, Object.fromEntries(original))])
      }
      if (collection.delete) steps.push(['a deletion', () => caller.remove(last)])
      for (const [what, step] of steps) {
        await step()
        const after = await tags()
        const same = pages.filter((_, index) => before[index] === after[index]).map((query) => `?${query.join('&')}`)
        session.expectEqual(`pages whose ETag is the same after ${what}`, same, [])
        before = after
      }
      session.sentence = 'It is valid for one URL only: the URL of that … or of that page.'
      session.expectEqual('the number of different ETags of 3 pages', new Set(await tags()).size, pages.length)
      session.expectEqual('the ETags without a change', await tags(), before)
      session.sentence = 'To get 304 when nothing has changed, send it as `If-None-Match`.'
      const query = caller.query()
      const { etag } = await caller.page(query)
      await caller.send('list', { query, headers: { 'If-Match': etag } }, 200)
      await caller.send('list', { query, headers: { 'If-None-Match': etag } }, 304)
      await caller.create()
      await caller.send('list', { query, headers: { 'If-Match': etag } }, 412)
      await caller.send('list', { query, headers: { 'If-None-Match': etag } }, 200)
      if (!takes(collection.create, 'If-Match')) return
      session.sentence = 'So a creation refers to the first page of …'
      const { etag: first } = await caller.page([])
      for (const headers of [{ 'If-None-Match': first }, { 'If-Match': etag }])
        await caller.send('create', { body: caller.body(), headers }, 412)
      await caller.create(caller.body(), { 'If-Match': first })
      await caller.list()
    },
  },
  {
    name: 'times',
    sends: 'changes a second apart, and one that changes nothing',
    accepts: 'a later time for the first, and the same for the second',
    check: 'timestamps',
    sentence: 'If the … already has these values, `updatedAt` and `ETag` stay the same.',
    fits: ({ get, update }) => update !== undefined && returns(get, 200, 'last-modified'),
    async run({ caller, collection, session }) {
      const { id, item } = await caller.create()
      await wait(1_100)
      const patch = caller.patch(id)
      await caller.change(id, patch)
      const time = lastTime(collection, caller.items.get(id)?.item)
      const before = lastTime(collection, item)
      session.expect(time > before, `the times after a change: expected a later one than ${new Date(before).toJSON()}`)
      await caller.change(id, patch)
      if (Number.isNaN(time)) return
      const same = new Date(time).toUTCString()
      const conditions = [
        { 'If-Modified-Since': new Date(time - 1000).toUTCString() },
        { 'If-Unmodified-Since': same },
        { 'If-None-Match': '"x"', 'If-Modified-Since': same },
      ]
      for (const headers of conditions) await caller.send('get', { id, headers }, 200, check)
      session.sentence =
        '`If-Modified-Since` and `If-Unmodified-Since` compare dates where the request has no `If-None-Match` and no `If-Match`.'
      const headers = { 'If-Match': '*', 'If-Unmodified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' }
      await caller.send('get', { id, headers }, 200)
      await caller.send('update', { id, headers, body: patch }, 200)
      if (collection.delete) await caller.send('delete', { id, headers }, 204)
    },
  },
  {
    name: 'changes with the same If-Match at the same time',
    sends: 'four changes with the same tag at the same time',
    accepts: '200 once, and 412 three times',
    check: 'lost_update',
    sentence:
      "To get 412 instead of overwriting someone else's change, send it as `If-Match` when you change or delete a ….",
    fits: ({ update, properties }) =>
      takes(update, 'If-Match') && properties.some(({ updateSchema }) => updateSchema !== undefined),
    async run({ caller, session }) {
      for (let round = 0; round < 5; round++) {
        const { id, etag } = await caller.create()
        const changes = Array.from({ length: 4 }, () => ({ id, body: caller.patch(id), headers: { 'If-Match': etag } }))
        const { results, statuses } = await atTheSameTime(caller, 'update', changes)
        session.expectEqual('the statuses of 4 changes with the same If-Match', statuses, [200, 412, 412, 412])
        const winner = results.find(({ response }) => response.status === 200)
        if (winner === undefined || statuses[1] !== 412) continue
        caller.items.set(id, { id, item: Object(winner.value), etag: winner.response.headers.etag ?? '' })
        await caller.read(id)
      }
    },
  },
  {
    name: 'changes of different fields at the same time',
    sends: 'a change of each property at the same time',
    accepts: 'an item with all changes',
    check: 'lost_update',
    sentence: 'Changes the fields in the body and keeps the others.',
    fits: ({ get, update, properties }) =>
      get !== undefined && update !== undefined && properties.filter(({ updateSchema }) => updateSchema).length > 1,
    async run({ caller, session }) {
      for (let round = 0; round < 5; round++) {
        const { id, item } = await caller.create()
        const changes = caller.changeable.map((property) => ({ id, body: caller.patch(id, property) }))
        await atTheSameTime(caller, 'update', changes)
        const { value } = await caller.send('get', { id }, 200, 'ensure_resource_availability')
        const patch = Object.assign({}, ...changes.map(({ body }) => body))
        for (const { name } of caller.changeable) {
          const expected = mergePatch(item[name], patch[name])
          session.expectEqual(`${name} after all changes`, Object(value)[name], expected)
        }
      }
    },
  },
]
