// The clock of a mock. A test can stop it or shift it, so that tokens, idempotency keys and rate limits expire on demand.
import { ControlError, requireProperties } from './checks.ts'
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
    set(setting) {
      requireProperties(setting, 'The setting of the clock', ['fixed', 'shiftSeconds'])
      const { fixed, shiftSeconds = 0 } = setting
      const fixedAt = fixed === undefined ? undefined : Date.parse(fixed)
      if (Number.isNaN(fixedAt)) {
        throw new ControlError(`The time ${fixed} is not valid: write it like 2026-01-31T12:00:00Z.`)
      }
      const changed = () => new Date((fixedAt ?? realTime().getTime()) + shiftSeconds * 1000)
      // Later, the year of a time has five digits, and the contract documents four.
      const year = changed().getUTCFullYear()
      if (!(year >= 1970 && year <= 9998)) {
        throw new ControlError('The clock can show the years 1970 to 9998: use another time, or fewer seconds.')
      }
      now = changed
    },
  }
}
