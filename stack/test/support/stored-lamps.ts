// Lamps as a store has them.
import type { Lamp } from '../product/generated/api.d.ts'
import { rooms } from './rooms.ts'
import { storedItems } from './stored-items.ts'

export { idOf } from './stored-items.ts'

export const {
  placeOf: lampsOf,
  itemOf: lampOf,
  openItems: openLamps,
  listItems: listLamps,
  insertItems: insertLamps,
} = storedItems<Lamp>(rooms.contract, '/lamps')
