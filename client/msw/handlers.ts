// The handlers for Mock Service Worker of this API.

import { mockHandlers } from 'contract-stack/msw'
import type { MockHandlers, MockHandlersOptions } from 'contract-stack/msw/types'
import { contract } from '../../generated/index.ts'
import * as validators from '../../generated/openapi-validators.js'
import type { MockTypes } from '../../generated/resources.ts'
import { handlers } from '../../server/handlers.ts'

export interface PlantHandlersOptions extends Omit<MockHandlersOptions<MockTypes['draft']>, 'items'> {
  /** What every collection starts with. Not for `example`. */
  plants?: MockTypes['draft'][]
}

export interface PlantHandlers extends MockHandlers<MockTypes> {}

/** Handles every request to the contract's paths below `baseUrl`, and leaves other requests alone. */
export function plantHandlers({ plants, ...options }: PlantHandlersOptions): PlantHandlers {
  return mockHandlers({ contract, validators, handlers }, { ...options, ...(plants && { items: plants }) })
}
