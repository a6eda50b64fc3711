// The public interface of @plant-collection/client/msw.

export type { paths } from '../../generated/api.d.ts'
export type {
  ClockSetting,
  Control,
  RecordedRequest,
  RequestFilter,
  Scenario,
  ScenarioResponse,
} from '../../server/core/mock/control.ts'
export { type Caller, type PlantHandlers, type PlantHandlersOptions, plantHandlers } from './handlers.ts'
export type { Override, OverrideRequest, OverrideResponse, OverrideResult, Overrides } from './override.ts'
