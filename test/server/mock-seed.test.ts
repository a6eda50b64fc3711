// What the mock of plants can start with.
import { readMockCommand } from 'contract-stack/mock'
import { expect, it } from 'vitest'
import { mocked } from '../../server/mocked.ts'

const items = async (...args: string[]) => Object(await readMockCommand(mocked, args, {})).options.items

it('the mock starts with the example collection', async () => {
  const plants = await items('--seed', 'data/plants.csv')
  expect(plants.length).toBeGreaterThan(300)
  expect(plants[0]).toEqual({ name: 'Abelmoschus esculentus', tag: 'Malvaceae' })
})

it('the mock generates plants, of which every sixth has no tag', async () => {
  const tags = ['balcony', 'bathroom', 'bedroom', 'kitchen', 'living room', '', 'balcony']
  expect(await items('--items', '7')).toEqual(tags.map((tag, index) => ({ name: `Plant ${index + 1}`, tag })))
})
