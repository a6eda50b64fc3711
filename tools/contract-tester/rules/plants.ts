// Rules about single plants: what is stored, changed and deleted, and what a refused request leaves.
import type { Rule } from './rule.ts'
import { unusualTexts } from './texts.ts'

export const plantRules: Rule[] = [
  {
    name: 'texts are stored unchanged',
    check: 'ensure_resource_availability',
    sentence: 'The service stores the text unchanged: neither trimmed nor normalised.',
    async run({ caller, unique }) {
      for (const name of unusualTexts) await caller.read((await caller.create({ name, tag: unique })).id)
      await caller.list({ tag: unique, limit: 4 })
      for (const text of unusualTexts) {
        const { id } = await caller.create({ name: 'A plant' })
        await caller.change(id, { tag: [...text].slice(0, 60).join('') })
        await caller.read(id)
      }
    },
  },
  {
    name: 'changes',
    check: 'ensure_resource_availability',
    sentence: 'Changes the fields in the body and keeps the others.',
    async run({ caller, unique }) {
      const both = { name: 'C', tag: 'c' }
      for (const mediaType of ['application/merge-patch+json', 'application/json']) {
        const { id } = await caller.create({ name: 'A plant', tag: unique })
        for (const patch of [{ name: 'B' }, { tag: 'b' }, {}, { tag: null }, both, { tag: '' }, { tag: 'd' }]) {
          await caller.change(id, patch, { 'Content-Type': mediaType })
          await caller.read(id)
        }
      }
    },
  },
  {
    name: 'refused requests change nothing',
    check: 'negative_data_rejection',
    sentence: 'A request that gets 503 or any 4xx status has changed nothing.',
    async run({ caller, session, unique }) {
      const { id, etag } = await caller.create({ name: 'A plant', tag: unique })
      const body = { name: 'Changed' }
      const refusals: [status: number, Parameters<typeof caller.send>[1]][] = [
        [400, { body: { ...body, tag: 5 } }],
        [400, { body: { ...body, colour: 'green' } }],
        [412, { body, headers: { 'If-Match': '"x"' } }],
        [406, { body, headers: { Accept: 'text/html' } }],
        [415, { body, headers: { 'Content-Type': 'text/plain' } }],
      ]
      for (const [status, refused] of refusals) {
        await caller.send('updatePlant', { id, ...refused }, status)
        await caller.send('createPlant', { ...refused, body: { tag: unique, ...Object(refused.body) } }, status)
        await caller.read(id)
      }
      await caller.send('updatePlant', { id, body, headers: { 'If-None-Match': etag } }, 412)
      await caller.send('createPlant', { body: { ...body, tag: unique }, headers: { 'If-None-Match': '*' } }, 412)
      await caller.send('deletePlant', { id, headers: { 'If-Match': '"x"' } }, 412)
      await caller.read(id)
      const { plants } = await caller.page([`tag=${unique}`])
      session.expectEqual('the number of plants', plants.length, 1)
    },
  },
]
