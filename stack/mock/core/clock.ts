// The clock of a mock. A test can stop or shift it, for all callers or for one, so that tokens and keys expire.
import type { ClockSetting } from './control.ts'
import { ControlError, requireValid } from './control-input.ts'
import { setClockBody } from './control-validators.ts'

const realTime = () => new Date()

export function createClock() {
  let sharedClock = realTime
  const callerClocks = new Map<string | undefined, () => Date>()
  return {
    /** @param caller Default: any caller without a separate clock. */
    now: (caller?: string): Date => (callerClocks.get(caller) ?? sharedClock)(),
    /** @throws {ControlError} for a time that is not valid. */
    set(setting: ClockSetting): void {
      requireValid(setClockBody, setting, 'clock')
      const { fixed, shiftSeconds, caller } = setting
      const fixedAt = fixed === undefined ? undefined : Date.parse(fixed)
      const clock = () => new Date((fixedAt ?? realTime().getTime()) + (shiftSeconds ?? 0) * 1000)
      // The contract documents times with years of four digits. For a leap second, the year is NaN.
      const year = clock().getUTCFullYear()
      if (!(year >= 1970 && year <= 9998))
        throw new ControlError('The clock can show the years 1970 to 9998: use another time, or fewer seconds.')
      if (caller === undefined) sharedClock = clock
      else if (fixed === undefined && shiftSeconds === undefined) callerClocks.delete(caller)
      else callerClocks.set(caller, clock)
    },
    /** Resets to the real time. @param caller Default: all callers. */
    reset(caller?: string): void {
      if (caller !== undefined) return void callerClocks.delete(caller)
      sharedClock = realTime
      callerClocks.clear()
    },
  }
}
