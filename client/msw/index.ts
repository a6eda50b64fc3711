// The public interface of @plant-collection/client/msw.

import type { operations } from '../../generated/api.d.ts'
import type { MockTypes } from '../../generated/resources.ts'
import type * as mock from '../../stack/core/mock/control.ts'
import type * as msw from '../../stack/msw/override.ts'

export type { paths } from '../../generated/api.d.ts'
export type { ClockSetting, ScenarioResponse } from '../../stack/core/mock/control.ts'
export type { Caller } from '../../stack/msw/options.ts'
export { type PlantHandlers, type PlantHandlersOptions, plantHandlers } from './handlers.ts'

type OperationId = MockTypes['operation']

export type Control = mock.Control<MockTypes>
export type RecordedRequest = mock.RecordedRequest<OperationId>
export type RequestFilter = mock.RequestFilter<OperationId>
export type Scenario = mock.Scenario<OperationId>
export type Override<Id extends OperationId> = msw.Override<operations[Id]>
export type OverrideRequest<Id extends OperationId> = msw.OverrideRequest<operations[Id]>
export type OverrideResponse<Id extends OperationId> = msw.OverrideResponse<operations[Id]>
export type OverrideResult<Id extends OperationId> = msw.OverrideResult<operations[Id]>
export type Overrides = msw.Overrides<operations>
