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
    name: 'limits of names and tags',
    check: 'negative_data_rejection',
    sentence:
      '1 to 200 code points, without control characters and unpaired surrogates. At least one of them is not white space.',
    async run({ caller, unique }) {
      const good = [{ name: 'a' }, { name: '🌱'.repeat(200), tag: '🌱'.repeat(64) }, { name: ' a', tag: ' ' }]
      for (const body of good) {
        const { id } = await caller.create(body)
        await caller.change(id, { name: 'b', tag: 'b' })
        await caller.change(id, body)
      }
      const controls = ['\u0000', '\n', '\u001f', '\u007f', '\u0085', '\ud83c']
      const blank = ['', ' ', '\t', '\u00a0 ', '\u3000']
      const names = [...blank, 'a'.repeat(201), '🌱'.repeat(201), ...controls.map((one) => `a${one}b`), null, 5]
      const tags = ['a'.repeat(65), '🌱'.repeat(65), ...controls, 5, ['a']]
      const bad = [...names.map((name) => ({ name })), ...tags.map((tag) => ({ name: 'a', tag }))]
      const { id } = await caller.create({ name: 'A plant', tag: unique })
      for (const body of [...bad, { name: 'a', tag: null }, { tag: 'a' }]) {
        await caller.send('createPlant', { body }, 400)
      }
      for (const body of bad) await caller.send('updatePlant', { id, body }, 400)
      await caller.read(id)
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
    name: 'deletions',
    check: 'use_after_free',
    sentence: "Deletes a plant from the caller's collection. Deleting it again returns 404.",
    async run({ caller, unique }) {
      const [id = '', ...others] = await caller.createSeveral(3, unique)
      await caller.remove(id)
      await caller.send('deletePlant', { id }, 404)
      await caller.send('getPlant', { id }, 404)
      await caller.send('updatePlant', { id, body: { name: 'x' } }, 404)
      for (const other of others) await caller.read(other)
      await caller.list({ tag: unique })
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
