// Rules about entity tags and conditions.
import { setTimeout as wait } from 'node:timers/promises'
import { call, expect, expectEqual } from '../call.ts'
import { ifMatch } from '../caller.ts'
import type { Draft } from '../requests/draft.ts'
import { atTheSameTime } from './idempotency.ts'
import { listTag } from './lists.ts'
import type { Rule } from './rule.ts'

export const entityTagRules: Rule[] = [
  {
    name: 'entity tags of pages',
    check: 'entity_tag_conformance',
    sentence: 'Each change of your plants changes the `ETag` of all your pages.',
    alone: true,
    async run({ caller, session, check, unique }) {
      const pages = [['limit=1', `tag=${unique}`], ['limit=2', `tag=${unique}`], [`tag=${unique}x`], ['limit=3']]
      const tags = async () => {
        const found: string[] = []
        for (const query of pages) found.push(await listTag(caller, query))
        return found
      }
      const ids: string[] = []
      for (let index = 0; index < 4; index++) ids.push((await caller.create({ name: 'A plant', tag: unique })).plant.id)
      const last = ids.toSorted().at(-1) ?? ''
      let before = await tags()
      const steps: [string, () => Promise<unknown>][] = [
        ['a creation', () => caller.create({ name: 'Another', tag: unique })],
        ['a change on another page', () => caller.change(last, { name: 'Renamed' })],
        ['a change back', () => caller.change(last, { name: 'A plant' })],
        ['a deletion', () => caller.remove(last)],
      ]
      for (const [what, step] of steps) {
        await step()
        const after = await tags()
        const same = pages.filter((_, index) => before[index] === after[index]).map((query) => `?${query.join('&')}`)
        expectEqual(session, check, `pages whose ETag is the same after ${what}`, same, [])
        before = after
      }
      session.sentence = 'It is valid for one URL only: the URL of that plant or of that page.'
      const different = new Set(await tags()).size
      expectEqual(session, check, 'the number of different ETags of 4 pages', different, pages.length)
      expectEqual(session, check, 'the ETags without a change', await tags(), before)
    },
  },
  {
    name: 'entity tags as conditions of pages',
    check: 'entity_tag_conformance',
    sentence: 'To get 304 when nothing has changed, send it as `If-None-Match`.',
    alone: true,
    async run({ caller, session, check, unique }) {
      await caller.create({ name: 'A plant', tag: unique })
      const query = [`tag=${unique}`]
      const etag = await listTag(caller, query)
      const known = { query, headers: [['If-None-Match', etag]] as [string, string][] }
      await caller.send('listPlants', known, 304, check)
      await caller.send('listPlants', { query, headers: ifMatch(etag) }, 200, check)
      await caller.create({ name: 'Another', tag: unique })
      await caller.send('listPlants', known, 200, check)
      await caller.send('listPlants', { query, headers: ifMatch(etag) }, 412, check)
      session.sentence = 'So a creation refers to the first page of plants'
      const first = await listTag(caller, [])
      const body = { name: 'A third', tag: unique }
      await caller.send('createPlant', { body, headers: [['If-None-Match', first]] }, 412, check)
      await caller.send('createPlant', { body, headers: ifMatch(etag) }, 412, check)
      await caller.create(body, ifMatch(first))
      await caller.list({ tag: unique })
    },
  },
  {
    name: 'entity tags of a plant',
    check: 'entity_tag_conformance',
    sentence: 'Identifies this content of the plant or page.',
    async run({ caller, session, check, unique }) {
      const { plant, etag: first } = await caller.create({ name: 'A plant', tag: unique })
      const { etag: other } = await caller.create({ name: 'A plant', tag: unique })
      expect(session, check, first !== other, `the ETags of two plants: expected different ones, got ${first} twice`)
      await caller.read(plant.id)
      await caller.change(plant.id, { name: 'Renamed' })
      await caller.read(plant.id)
      await caller.change(plant.id, { tag: null })
      await caller.read(plant.id)
      const { etag = '' } = caller.plants.get(plant.id) ?? {}
      const conditions: [string, number][] = [
        [first, 412],
        [`W/${etag}`, 412],
        [`"x", ${etag}`, 200],
        ['*', 200],
      ]
      for (const [tags, status] of conditions) {
        const options = { id: plant.id, headers: ifMatch(tags) }
        await caller.send('getPlant', options, status, check)
        if (status === 412) {
          await caller.send('updatePlant', { ...options, body: { name: 'x' } }, 412, check)
          await caller.send('deletePlant', options, 412, check)
        } else await caller.change(plant.id, {}, ifMatch(tags))
      }
      await caller.read(plant.id)
    },
  },
  {
    name: 'entity tags of two callers',
    check: 'entity_tag_conformance',
    sentence: 'It also differs between callers.',
    needs: ['neighbourToken'],
    async run({ caller, neighbour, session, check, unique }) {
      const query = [`tag=${unique}`]
      const [one, other] = [await listTag(caller, query), await listTag(neighbour, query)]
      const message = `the ETags of the empty lists of two callers: expected different ones, got ${one} twice`
      expect(session, check, one !== other, message)
    },
  },
  {
    name: 'HEAD',
    check: 'response_headers_conformance',
    sentence: 'It returns the same status and headers, without the body.',
    alone: true,
    async run({ caller, session, check, unique }) {
      const { plant } = await caller.create({ name: 'A plant', tag: unique })
      await caller.create({ name: 'A plant', tag: unique })
      const compared = ['etag', 'last-modified', 'link', 'content-type', 'cache-control', 'vary']
      const requests = [
        { operationId: 'getPlant', id: plant.id },
        { operationId: 'listPlants', query: [`tag=${unique}`, 'limit=1'] },
      ]
      for (const { operationId, ...options } of requests) {
        const get = await caller.send(operationId, options, 200, 'positive_data_acceptance')
        const head = await caller.send(operationId, { ...options, method: 'HEAD' }, 200, 'positive_data_acceptance')
        for (const name of compared) {
          expectEqual(session, check, `header ${name} of HEAD`, head.response.headers[name], get.response.headers[name])
        }
        // RFC 9110, 8.6: that of the body of GET, or nothing.
        const length = String(Buffer.byteLength(get.response.body))
        const sent = head.response.headers['content-length'] ?? length
        expectEqual(session, check, 'header content-length of HEAD', sent, length)
      }
    },
  },
  {
    name: 'times',
    check: 'timestamps',
    sentence: 'If the plant already has these values, `updatedAt` and `ETag` stay the same.',
    async run({ caller, session, check }) {
      const { plant } = await caller.create({ name: 'A plant', tag: 'a' })
      for (const patch of [{ name: 'Renamed' }, { tag: 'b' }]) {
        const before = caller.plants.get(plant.id)?.plant.updatedAt ?? ''
        await wait(1_100)
        await caller.change(plant.id, patch)
        const after = caller.plants.get(plant.id)?.plant.updatedAt ?? ''
        expect(
          session,
          check,
          after > before,
          `updatedAt after a change: expected a later time than ${before}, got ${after}`,
        )
        await wait(5)
        await caller.change(plant.id, patch)
        await caller.read(plant.id)
      }
      const { updatedAt = '' } = caller.plants.get(plant.id)?.plant ?? {}
      const { id } = plant
      const at = (offset: number) => new Date((Math.floor(Date.parse(updatedAt) / 1000) + offset) * 1000)
      if (Number.isNaN(Date.parse(updatedAt))) return
      const conditions: [string, number, number][] = [
        ['If-Modified-Since', 0, 304],
        ['If-Modified-Since', -1, 200],
        ['If-Unmodified-Since', 0, 200],
        ['If-Unmodified-Since', -1, 412],
      ]
      for (const [name, offset, status] of conditions) {
        const headers: [string, string][] = [[name, at(offset).toUTCString()]]
        await caller.send('getPlant', { id, headers }, status, 'entity_tag_conformance')
      }
      const both: [string, string][] = [
        ['If-None-Match', '"x"'],
        ['If-Modified-Since', at(0).toUTCString()],
      ]
      await caller.send('getPlant', { id, headers: both }, 200, 'entity_tag_conformance')
    },
  },
  {
    name: 'dates beside entity tags',
    check: 'entity_tag_conformance',
    sentence:
      '`If-Modified-Since` and `If-Unmodified-Since` compare dates where the request has no `If-None-Match` and no `If-Match`.',
    async run({ caller, check }) {
      const { plant, etag } = await caller.create({ name: 'A plant' })
      const { id } = plant
      const headers: Draft['headers'] = [...ifMatch(etag), ['If-Unmodified-Since', 'Sun, 06 Nov 1994 08:49:37 GMT']]
      await caller.send('getPlant', { id, headers }, 200, check)
      await caller.send('updatePlant', { id, headers, body: {} }, 200, check)
      await caller.send('deletePlant', { id, headers }, 204, check)
    },
  },
  {
    name: 'dates that are not valid',
    check: 'positive_data_acceptance',
    sentence: 'The service ignores every other value.',
    async run({ caller, check }) {
      const { plant } = await caller.create({ name: 'A plant' })
      const { id } = plant
      for (const text of ['', 'yesterday', 'x'.repeat(5_000)]) {
        const unmodified: Draft['headers'] = [['If-Unmodified-Since', text]]
        await caller.send('getPlant', { id, headers: [...unmodified, ['If-Modified-Since', text]] }, 200, check)
        await caller.change(id, {}, unmodified)
      }
      await caller.remove(id, [['If-Unmodified-Since', 'x'.repeat(5_000)]])
    },
  },
  {
    name: 'changes with the same If-Match at the same time',
    check: 'lost_update',
    sentence:
      "To get 412 instead of overwriting someone else's change, send it as `If-Match` when you change or delete a plant.",
    async run(actors) {
      const { caller, session, check } = actors
      for (let round = 0; round < 5; round++) {
        const { plant, etag } = await caller.create({ name: 'A plant' })
        const { id } = plant
        const results = await atTheSameTime(actors, 4, (one, index) =>
          call(one, 'updatePlant', { id, body: { name: `Change ${index}` }, headers: ifMatch(etag) }),
        )
        session.request = results[0]?.text ?? ''
        const statuses = results.map(({ response }) => response.status).toSorted()
        expectEqual(session, check, 'the statuses of 4 changes with the same If-Match', statuses, [200, 412, 412, 412])
        const winner = results.find(({ response }) => response.status === 200)
        if (winner === undefined) continue
        caller.plants.set(id, { plant: Object(winner.value), etag: winner.response.headers.etag ?? '' })
        if (statuses[1] === 412) await caller.read(id)
      }
    },
  },
  {
    name: 'changes of different fields at the same time',
    check: 'lost_update',
    sentence: 'Changes the fields in the body and keeps the others.',
    async run(actors) {
      const { caller, session, check } = actors
      for (let round = 0; round < 5; round++) {
        const { plant } = await caller.create({ name: 'A plant' })
        const bodies = [{ name: `Name ${round}` }, { tag: `Tag ${round}` }]
        await atTheSameTime(actors, 2, (one, index) => call(one, 'updatePlant', { id: plant.id, body: bodies[index] }))
        const { value } = await caller.send('getPlant', { id: plant.id }, 200, 'ensure_resource_availability')
        const { name, tag } = Object(value)
        expectEqual(session, check, 'the plant after both changes', { name, tag }, Object.assign({}, ...bodies))
      }
    },
  },
]
