// Plants as a store has them, for tests that look below HTTP.
import type { Plant } from '../../generated/api.d.ts'
import { contract } from '../../generated/index.ts'
import { itemHelpers } from '../../stack/test/support/stored-items.ts'

export { getId } from '../../stack/test/support/stored-items.ts'

const { openItems, ...plants } = itemHelpers<Plant>(contract, '/plants')

export const { keyFor: plantsKey, toItem: toPlant } = plants
// Its own type would name a module that declarations cannot import.
export const openPlants: ReturnType<typeof itemHelpers>['openItems'] = openItems
