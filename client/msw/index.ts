// The public interface of @plant-collection/client/msw.

export type { paths } from '../../generated/api.d.ts'
export type { Control, RecordedRequest, RequestFilter } from '../../server/core/mock/mock.ts'
export type { Scenario, ScenarioResponse } from '../../server/core/mock/scenarios.ts'
export { type Caller, type PlantHandlers, type PlantHandlersOptions, plantHandlers } from './handlers.ts'
export type { Asked, Override, OverrideAnswer, Overrides, Overriding } from './override.ts'
