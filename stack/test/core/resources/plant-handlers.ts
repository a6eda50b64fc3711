// What the handlers of these tests have in common.
import type { Plant } from '../../../../generated/api.d.ts'
import type { Input } from '../../../../generated/handlers.ts'
import { Problem } from '../../../core/problem.ts'

/** @throws {Problem} 404 for no item. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('not-found', 'You have no such plant.')
  return value
}

/** The change of a handler that updates a plant. */
export const renamed =
  ({ name }: Input<'updatePlant'>['body']) =>
  (plant: Plant): Plant => ({ ...plant, name: name ?? plant.name })
