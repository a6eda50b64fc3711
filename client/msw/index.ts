// All that is public of @plant-collection/client/msw.

export type { paths } from '../../generated/api.d.ts'
export type { Caller } from './admit.ts'
export { type PlantHandlers, type PlantHandlersOptions, plantHandlers } from './handlers.ts'
export type { Asked, Override, OverrideAnswer, Overrides, Overriding } from './override.ts'
