// Rules about single plants: what is stored, changed and deleted, and what a refused request leaves.
import { expectEqual } from '../call.ts'
import type { Draft } from '../requests/draft.ts'
import type { Rule } from './rule.ts'
import { unusualTexts } from './texts.ts'

const nothingChanged = 'A request that gets 503 or any 4xx status has changed nothing.'

export const plantRules: Rule[] = [
  {
    name: 'texts are stored unchanged',
    check: 'ensure_resource_availability',
    sentence: 'The service stores the text unchanged: neither trimmed nor normalised.',
    async run({ caller, unique }) {
      for (const name of unusualTexts) {
        const { plant } = await caller.create({ name, tag: unique })
        await caller.read(plant.id)
      }
      await caller.list({ tag: unique, limit: 4 })
      for (const text of unusualTexts) {
        const tag = [...text].slice(0, 60).join('')
        const { plant } = await caller.create({ name: 'A plant' })
        await caller.change(plant.id, { tag })
        await caller.read(plant.id)
      }
    },
  },
  {
    name: 'limits of names and tags',
    check: 'negative_data_rejection',
    sentence:
      '1 to 200 code points, without control characters and unpaired surrogates. At least one of them is not white space.',
    async run({ caller, check, unique }) {
      const good = [{ name: 'a' }, { name: '🌱'.repeat(200), tag: '🌱'.repeat(64) }, { name: ' a', tag: ' ' }]
      const controls = ['\u0000', '\n', '\u001f', '\u007f', '\u0085', '\ud83c']
      const names = [
        '',
        ' ',
        '\t',
        '\u00a0 ',
        '\u3000',
        'a'.repeat(201),
        '🌱'.repeat(201),
        ...controls.map((one) => `a${one}b`),
      ]
      const tags = ['a'.repeat(65), '🌱'.repeat(65), ...controls, 5, ['a']]
      for (const body of good) {
        const { plant } = await caller.create(body)
        await caller.change(plant.id, { name: 'b', tag: 'b' })
        await caller.change(plant.id, body)
      }
      const { plant } = await caller.create({ name: 'A plant', tag: unique })
      const { id } = plant
      const bad = [...names.map((name) => ({ name })), ...tags.map((tag) => ({ name: 'a', tag }))]
      for (const body of [...bad, { name: null }, { name: 5 }, { name: 'a', tag: null }, { tag: 'a' }]) {
        await caller.send('createPlant', { body }, 400, check)
      }
      for (const body of [...bad, { name: null }, { name: 5 }])
        await caller.send('updatePlant', { id, body }, 400, check)
      await caller.read(id)
    },
  },
  {
    name: 'changes',
    check: 'ensure_resource_availability',
    sentence: 'Changes the fields in the body and keeps the others.',
    async run({ caller, unique }) {
      for (const mediaType of ['application/merge-patch+json', 'application/json']) {
        const { plant } = await caller.create({ name: 'A plant', tag: unique })
        for (const patch of [
          { name: 'B' },
          { tag: 'b' },
          {},
          { tag: null },
          { name: 'C', tag: 'c' },
          { tag: '' },
          { tag: 'd' },
        ]) {
          await caller.change(plant.id, patch, [], mediaType)
          await caller.read(plant.id)
        }
      }
    },
  },
  {
    name: 'deletions',
    check: 'use_after_free',
    sentence: "Deletes a plant from the caller's collection. Deleting it again returns 404.",
    async run({ caller, check, unique }) {
      const ids: string[] = []
      for (let index = 0; index < 3; index++) ids.push((await caller.create({ name: 'A plant', tag: unique })).plant.id)
      const [first = '', second = '', third = ''] = ids
      await caller.remove(first)
      await caller.send('deletePlant', { id: first }, 404, check)
      await caller.send('getPlant', { id: first }, 404, check)
      await caller.send('updatePlant', { id: first, body: { name: 'x' } }, 404, check)
      for (const id of [second, third]) await caller.read(id)
      await caller.list({ tag: unique })
    },
  },
  {
    name: 'refused requests change nothing',
    check: 'negative_data_rejection',
    sentence: nothingChanged,
    async run({ caller, session, check, unique }) {
      const { plant, etag } = await caller.create({ name: 'A plant', tag: unique })
      const { id } = plant
      const refusals: { body: unknown; status: number; headers?: Draft['headers']; mediaType?: string }[] = [
        { body: { name: 'Changed', tag: 5 }, status: 400 },
        { body: { name: 'Changed', colour: 'green' }, status: 400 },
        { body: { name: 'Changed' }, status: 412, headers: [['If-Match', '"x"']] },
        { body: { name: 'Changed' }, status: 412, headers: [['If-None-Match', etag]] },
        { body: { name: 'Changed' }, status: 406, headers: [['Accept', 'text/html']] },
        { body: { name: 'Changed' }, status: 415, mediaType: 'text/plain' },
      ]
      for (const { status, ...refused } of refusals) {
        await caller.send('updatePlant', { id, ...refused }, status, check)
        const { tag = unique, ...rest } = Object(refused.body)
        const headers = refused.headers?.map(([name, value]): [string, string] => [name, value === etag ? '*' : value])
        await caller.send(
          'createPlant',
          { ...refused, ...(headers && { headers }), body: { ...rest, tag } },
          status,
          check,
        )
        await caller.read(id)
      }
      await caller.send('deletePlant', { id, headers: [['If-Match', '"x"']] }, 412, check)
      await caller.read(id)
      const { value } = await caller.send('listPlants', { query: [`tag=${unique}`] }, 200, 'positive_data_acceptance')
      expectEqual(session, check, 'the number of plants', Array.isArray(value) ? value.length : 0, 1)
    },
  },
]
