// Rules about entity tags and conditions.
import { setTimeout as wait } from 'node:timers/promises'
import { call } from '../call.ts'
import { wholeSeconds } from '../caller.ts'
import { atTheSameTime, type Rule } from './rule.ts'

export const entityTagRules: Rule[] = [
  {
    name: 'entity tags of pages',
    check: 'entity_tag_conformance',
    sentence: 'Each change of your plants changes the `ETag` of all your pages.',
    async run({ caller, session, unique }) {
      const pages = [['limit=1', `tag=${unique}`], ['limit=2', `tag=${unique}`], [`tag=${unique}x`], ['limit=3']]
      const tags = () => Array.fromAsync(pages, async (query) => (await caller.page(query)).etag)
      const last = (await caller.createSeveral(4, unique)).at(-1) ?? ''
      const { name = '' } = caller.plants.get(last)?.plant ?? {}
      let before = await tags()
      const steps: [string, () => Promise<unknown>][] = [
        ['a creation', () => caller.create({ name: 'Another', tag: unique })],
        ['a change on another page', () => caller.change(last, { name: 'Renamed' })],
        ['a change back', () => caller.change(last, { name })],
        ['a deletion', () => caller.remove(last)],
      ]
      for (const [what, step] of steps) {
        await step()
        const after = await tags()
        const same = pages.filter((_, index) => before[index] === after[index]).map((query) => `?${query.join('&')}`)
        session.expectEqual(`pages whose ETag is the same after ${what}`, same, [])
        before = after
      }
      session.sentence = 'It is valid for one URL only: the URL of that plant or of that page.'
      session.expectEqual('the number of different ETags of 4 pages', new Set(await tags()).size, pages.length)
      session.expectEqual('the ETags without a change', await tags(), before)
    },
  },
  {
    name: 'entity tags as conditions of pages',
    check: 'entity_tag_conformance',
    sentence: 'To get 304 when nothing has changed, send it as `If-None-Match`.',
    async run({ caller, session, unique }) {
      await caller.create({ name: 'A plant', tag: unique })
      const query = [`tag=${unique}`]
      const { etag } = await caller.page(query)
      await caller.send('listPlants', { query, headers: { 'If-None-Match': etag } }, 304)
      await caller.send('listPlants', { query, headers: { 'If-Match': etag } }, 200)
      await caller.create({ name: 'Another', tag: unique })
      await caller.send('listPlants', { query, headers: { 'If-None-Match': etag } }, 200)
      await caller.send('listPlants', { query, headers: { 'If-Match': etag } }, 412)
      session.sentence = 'So a creation refers to the first page of plants'
      const { etag: first } = await caller.page([])
      const body = { name: 'A third', tag: unique }
      await caller.send('createPlant', { body, headers: { 'If-None-Match': first } }, 412)
      await caller.send('createPlant', { body, headers: { 'If-Match': etag } }, 412)
      await caller.create(body, { 'If-Match': first })
      await caller.list({ tag: unique })
    },
  },
  {
    name: 'entity tags of two callers',
    check: 'entity_tag_conformance',
    sentence: 'It also differs between callers.',
    needs: ['neighbourToken'],
    async run({ caller, neighbour, session, unique }) {
      const { etag } = await caller.page([`tag=${unique}`])
      const isOther = etag !== (await neighbour.page([`tag=${unique}`])).etag
      session.expect(isOther, `the ETags of the empty lists of two callers: expected different ones, got ${etag} twice`)
    },
  },
  {
    name: 'times',
    check: 'timestamps',
    sentence: 'If the plant already has these values, `updatedAt` and `ETag` stay the same.',
    async run({ caller, session }) {
      const { id, plant } = await caller.create({ name: 'A plant', tag: 'a' })
      const before = plant.updatedAt
      await wait(1_100)
      await caller.change(id, { name: 'Renamed' })
      const { updatedAt = '' } = caller.plants.get(id)?.plant ?? {}
      session.expect(
        updatedAt > before,
        `updatedAt after a change: expected a later time than ${before}, got ${updatedAt}`,
      )
      await caller.change(id, { name: 'Renamed' })
      const time = wholeSeconds(updatedAt)
      if (Number.isNaN(time)) return
      const same = new Date(time).toUTCString()
      const conditions: [status: number, headers: Record<string, string>][] = [
        [200, { 'If-Modified-Since': new Date(time - 1000).toUTCString() }],
        [200, { 'If-Unmodified-Since': same }],
        [200, { 'If-None-Match': '"x"', 'If-Modified-Since': same }],
      ]
      for (const [status, headers] of conditions) {
        await caller.send('getPlant', { id, headers }, status, 'entity_tag_conformance')
      }
      session.sentence =
        '`If-Modified-Since` and `If-Unmodified-Since` compare dates where the request has no `If-None-Match` and no `If-Match`.'
      const headers = { 'If-Match': '*', 'If-Unmodified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' }
      await caller.send('getPlant', { id, headers }, 200)
      await caller.send('updatePlant', { id, headers, body: {} }, 200)
      await caller.send('deletePlant', { id, headers }, 204)
    },
  },
  {
    name: 'changes with the same If-Match at the same time',
    check: 'lost_update',
    sentence:
      "To get 412 instead of overwriting someone else's change, send it as `If-Match` when you change or delete a plant.",
    async run({ caller, session }) {
      for (let round = 0; round < 5; round++) {
        const { id, etag } = await caller.create({ name: 'A plant' })
        const headers = { 'If-Match': etag }
        const results = await atTheSameTime(session.target, 4, (one, index) => {
          return call(one, 'updatePlant', { id, body: { name: `Change ${index}` }, headers })
        })
        session.request = results[0]?.text ?? ''
        const statuses = results.map(({ response }) => response.status).toSorted()
        session.expectEqual('the statuses of 4 changes with the same If-Match', statuses, [200, 412, 412, 412])
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
    async run({ caller, session }) {
      for (let round = 0; round < 5; round++) {
        const { id } = await caller.create({ name: 'A plant' })
        const bodies = [{ name: `Name ${round}` }, { tag: `Tag ${round}` }]
        await atTheSameTime(session.target, 2, (one, index) => call(one, 'updatePlant', { id, body: bodies[index] }))
        const { value } = await caller.send('getPlant', { id }, 200, 'ensure_resource_availability')
        const { name, tag } = Object(value)
        session.expectEqual('the plant after both changes', { name, tag }, Object.assign({}, ...bodies))
      }
    },
  },
]
