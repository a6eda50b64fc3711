// For each operation, a request that succeeds, and then whatever it alone can be answered. What every operation can be
// answered follows from its first entry: every-operation.ts.
import type { operations } from '../../../../generated/api.d.ts'
import { example, get, type Provocation, type Step, send } from '../scenario.ts'

type Entry = Pick<Provocation, 'cause' | 'before' | 'step'>

const plants = '/plants'
const plant = `/plants/${Object([example('TwoPlants')].flat()[0]).id}`
const addMonstera = send('POST', plants, example('NewTaggedPlant'), { at: '2025-11-20T09:00:00.000Z' })
const addFern = send('POST', plants, example('NewUntaggedPlant'), { at: '2025-11-20T09:00:01.000Z' })
const change = send('PATCH', plant, example('Rename'), { at: '2025-11-20T10:30:00.000Z' })
const remove: Step = { method: 'DELETE', target: plant }
const outdated = { headers: { 'If-Match': '"outdated"' } }
const keyed = { headers: { 'Idempotency-Key': 'monday-1' } }

export const entries: Record<keyof operations, [success: Entry, ...others: Entry[]]> = {
  listPlants: [
    { cause: 'two plants', before: [addMonstera, addFern], step: get(plants) },
    { cause: 'no plants', step: get(plants) },
    { cause: 'a page of more', before: [addMonstera, addFern], step: get('/plants?limit=1') },
    { cause: 'seen before', before: [get(plants)], step: get(plants, { headers: { 'If-None-Match': '{etag}' } }) },
  ],
  createPlant: [
    { cause: 'a new plant', step: addMonstera },
    {
      cause: 'a key that was used for another plant',
      before: [send('POST', plants, { name: 'Fern' }, keyed)],
      step: send('POST', plants, { name: 'Moss' }, keyed),
    },
  ],
  getPlant: [
    { cause: 'a plant', before: [addMonstera], step: get(plant) },
    { cause: 'no such plant', step: get(plant) },
  ],
  updatePlant: [
    { cause: 'a change', before: [addMonstera], step: change },
    { cause: 'no such plant', step: change },
    { cause: 'an outdated tag', before: [addMonstera], step: send('PATCH', plant, example('Rename'), outdated) },
  ],
  deletePlant: [
    { cause: 'a plant', before: [addMonstera], step: remove },
    { cause: 'no such plant', step: remove },
    { cause: 'an outdated tag', before: [addMonstera], step: { ...remove, ...outdated } },
  ],
}
