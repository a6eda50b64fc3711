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
