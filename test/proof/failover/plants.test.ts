// `make failover` takes minutes. That its comparison finds what it looks for is checked here.
import { expect, it } from 'vitest'
import { compare, type KnownPlant, type State, type StoredPlant } from './plants.ts'

const known = (...states: State[]): KnownPlant => ({ owner: 'ann', name: 'fern', id: 'a', states: new Set(states) })
const stored = (tag: string, changes: Partial<StoredPlant> = {}): StoredPlant => {
  return { owner: 'ann', id: 'a', name: 'fern', tag, ...changes }
}
const none = { lost: [], duplicated: [], unexpected: [] }

it.each([
  ['an acknowledged plant', [known('new')], [stored('new')]],
  ['a deleted plant', [known('absent')], []],
  ['a change whose outcome is unknown', [known('new', 'changed')], [stored('changed')]],
])('finds nothing wrong with %s', (_, plants, found) => {
  expect(compare(plants, found)).toEqual(none)
})

it.each([
  ['an acknowledged plant that is not there', [known('new')], [], { lost: ['fern is absent, expected new'] }],
  [
    'a plant that is there twice',
    [known('new')],
    [stored('new'), stored('new', { id: 'b' })],
    { duplicated: ['fern'] },
  ],
  ['a refused change that was done', [known('new')], [stored('x')], { unexpected: ['fern is x, expected new'] }],
  ['a deleted plant that is back', [known('absent')], [stored('x')], { unexpected: ['fern is x, expected absent'] }],
  ['another id', [known('new')], [stored('new', { id: 'b' })], { unexpected: ['fern has another owner or id'] }],
  ['a plant of nobody', [], [stored('new')], { unexpected: ['fern, which nobody has created'] }],
])('finds %s', (_, plants, found, differences) => {
  expect(compare(plants, found)).toEqual({ ...none, ...differences })
})
