// The comparison finds what `make storm`, `make restarts` and `make failover` look for.
import { expect, it } from 'vitest'
import { type State, type StoredPlant, WriteRecord } from './write-record.ts'

const fern = (tag: State, id = 'a'): StoredPlant => ({ owner: 'ann', id, name: 'plant 0', tag })

it.each<[finds: string, tag: State, stored: StoredPlant[], differences: object]>([
  ['nothing wrong with an acknowledged plant', 'new', [fern('new')], {}],
  ['a lost plant', 'new', [], { lost: ['stored is absent, but plant 0 is new'] }],
  ['a plant that is there twice', 'new', [fern('new'), fern('new', 'b')], { duplicated: ['plant 0'] }],
  ['another state', 'new', [fern('x')], { unexpected: ['stored is x, but plant 0 is new'] }],
  ['a deleted plant that is back', 'absent', [fern('x')], { unexpected: ['stored is x, but plant 0 is absent'] }],
  ['another id', 'new', [fern('new', 'b')], { unexpected: ['plant 0 has another owner or id'] }],
])('the record finds %s', (_, state, stored, differences) => {
  const record = new WriteRecord()
  const plant = record.add('ann')
  record.write(plant, 'new', { outcome: 'done', plant: fern('new') })
  record.write(plant, state, { outcome: 'done', plant: fern(state) })
  expect(record.compare(stored)).toEqual({ lost: [], duplicated: [], unexpected: [], ...differences })
  expect(record.errors).toEqual([])
})

it('the record finds a response that cannot be true', () => {
  const record = new WriteRecord()
  const plant = record.add('ann')
  record.write(plant, 'new', { outcome: 'done', plant: fern('new') })
  record.write(plant, 'changed', { outcome: 'unknown' })
  record.read(plant, { outcome: 'done', plant: fern('changed') })
  record.read(plant, { outcome: 'unchanged', isRefused: true })
  expect(record.errors).toEqual(['returned absent, but plant 0 is new or changed'])
})
