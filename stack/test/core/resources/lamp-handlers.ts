// What the handlers of these tests have in common.

import { Problem } from '../../../core/problem.ts'
import type { Lamp } from '../../product/generated/api.d.ts'
import type { Input } from '../../product/generated/handlers.ts'

/** @throws {Problem} 404 for no item. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('not-found', 'You have no such lamp.')
  return value
}

/** The change of a handler that updates a lamp. */
export const renamed =
  ({ name }: Input<'updateLamp'>['body']) =>
  (lamp: Lamp): Lamp => ({ ...lamp, name: name ?? lamp.name })
