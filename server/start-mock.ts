// The mock of this API, in the process of its caller: what its package exports.
import type { MockTypes } from '../generated/resources.ts'
import type { StartOptions } from '../stack/core/mock/control.ts'
import { listenAsMock } from '../stack/mock/listen.ts'
import { mocked } from './mocked.ts'

/** @throws {Error} if the port is not free, or an option is not valid; the message says what to do. */
export const startMock = (options?: StartOptions<MockTypes['draft']>) => listenAsMock<MockTypes>(mocked, options)
