// The clock of a mock. A test can stop it or shift it, so that tokens, idempotency keys and rate limits expire on demand.

import type { ClockSetting } from './control.ts'

export interface Clock {
  now: () => Date
  /** @throws {ControlError} for a time that is not valid. */
  set: (setting: ClockSetting) => void
}

/** @param realTime Default: that of the machine. */
export function createClock(realTime: () => Date = () => new Date()): Clock {
  let now = realTime
  return {
    now: () => now(),
    set({ fixed, shiftSeconds = 0 }) {
      const [fixedAt, shiftMs] = [fixed === undefined ? undefined : Date.parse(fixed), shiftSeconds * 1000]
      if (Number.isNaN(fixedAt))
        throw new ControlError(`The time ${fixed} is not valid: write it like 2026-01-31T12:00:00Z.`)
      if (Number.isNaN(new Date(realTime().getTime() + shiftMs).getTime())) {
        throw new ControlError(`The clock cannot be shifted by ${shiftSeconds} seconds.`)
      }
      now = () => new Date((fixedAt ?? realTime().getTime()) + shiftMs)
    },
  }
}

/** Something that a test wants of the mock, and that is not possible. Its message is one line that says what to do. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}
