// The public interface of @plant-collection/client/msw.

import type * as generic from 'contract-stack/msw/types'
import type { operations } from '../../generated/api.d.ts'
import type { MockTypes } from '../../generated/resources.ts'

export type { Caller, ClockSetting, ScenarioResponse } from 'contract-stack/msw/types'
export type { paths } from '../../generated/api.d.ts'
export { type PlantHandlers, type PlantHandlersOptions, plantHandlers } from './handlers.ts'

type OperationId = MockTypes['operation']

export type Control = generic.Control<MockTypes>
export type RecordedRequest = generic.RecordedRequest<OperationId>
export type RequestFilter = generic.RequestFilter<OperationId>
export type Scenario = generic.Scenario<OperationId>
export type Override<Id extends OperationId> = generic.Override<operations[Id]>
export type OverrideRequest<Id extends OperationId> = generic.OverrideRequest<operations[Id]>
export type OverrideResponse<Id extends OperationId> = generic.OverrideResponse<operations[Id]>
export type OverrideResult<Id extends OperationId> = generic.OverrideResult<operations[Id]>
export type Overrides = generic.Overrides<operations>
