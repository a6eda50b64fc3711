// The handlers for Mock Service Worker of the product of the tests, for Node and browsers. Their items are lamps.
import {
  type Control,
  type MockHandlers,
  type MockHandlersOptions,
  mockHandlers,
  type Scenario,
} from '../../mock/msw/index.ts'
import { contract } from '../product/generated/index.ts'
import * as validators from '../product/generated/openapi-validators.js'
import type { MockTypes } from '../product/generated/resources.ts'
import { handlers } from '../product/handlers.ts'

export type { paths } from '../product/generated/api.d.ts'
export type LampControl = Control<MockTypes>
export type LampScenario = Scenario<MockTypes['operation']>

export function lampHandlers(options: MockHandlersOptions<MockTypes>): MockHandlers<MockTypes> {
  return mockHandlers({ contract, validators, handlers }, options)
}
