// Lamps as a store has them.
import type { Lamp } from '../product/generated/api.d.ts'
import { rooms } from './rooms.ts'
import { storedItems } from './stored-items.ts'

export { getId } from './stored-items.ts'

export const {
  locate: getLamps,
  toItem: toLamp,
  openItems: openLamps,
  listItems: listLamps,
  insertItems: insertLamps,
} = storedItems<Lamp>(rooms.contract, '/lamps')
