// contract-stack/msw/types: the types of the handlers for tests, without those of the service.

export type {
  ClockSetting,
  Control,
  RecordedRequest,
  RequestFilter,
  Scenario,
  ScenarioResponse,
} from '../core/control.ts'
export type { Caller, MockHandlers, MockHandlersOptions } from './options.ts'
export type { Override, OverrideRequest, OverrideResponse, OverrideResult, Overrides } from './override.ts'
