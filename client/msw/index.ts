// Public exports of @plant-collection/client/msw: handlers of this API for Mock Service Worker, and their types.

import { mockHandlers } from 'contract-stack/msw'
import type * as generic from 'contract-stack/msw/types'
import type { operations } from '../../generated/api.d.ts'
import { contract } from '../../generated/index.ts'
import * as validators from '../../generated/openapi-validators.js'
import type { MockTypes } from '../../generated/resources.ts'
import { handlers } from '../../server/handlers.ts'

export type { Caller, ClockSetting, ScenarioResponse } from 'contract-stack/msw/types'
export type { paths } from '../../generated/api.d.ts'

type OperationId = MockTypes['operation']

export type Fixture = generic.Fixture<MockTypes>
export type Control = generic.Control<MockTypes>
export type RecordedRequest = generic.RecordedRequest<OperationId>
export type RequestFilter = generic.RequestFilter<OperationId>
export type Scenario = generic.Scenario<OperationId>
export type Override<Id extends OperationId> = generic.Override<operations[Id]>
export type OverrideRequest<Id extends OperationId> = generic.OverrideRequest<operations[Id]>
export type OverrideResponse<Id extends OperationId> = generic.OverrideResponse<operations[Id]>
export type OverrideResult<Id extends OperationId> = generic.OverrideResult<operations[Id]>
export type Overrides = generic.Overrides<operations>

export interface PlantHandlersOptions extends Omit<generic.MockHandlersOptions<MockTypes>, 'items'> {
  /** Initial plants of every collection. Not for the mode `example`. */
  plants?: Fixture[]
}

export interface PlantHandlers extends generic.MockHandlers<MockTypes> {}

/** Returns handlers for every request to a path of the contract below `baseUrl`. Other requests pass through. */
export function plantHandlers(options: PlantHandlersOptions): PlantHandlers {
  return mockHandlers({ contract, validators, handlers }, options, 'plants')
}
