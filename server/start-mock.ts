// The mock of this API, in the process of its caller: what its package exports.

import { listenAsMock, type StartOptions } from 'contract-stack/mock'
import type { MockTypes } from '../generated/resources.ts'
import { mocked } from './mocked.ts'

/** @throws {Error} if the port is not free, or an option is not valid; the message says what to do. */
export const startMock = (options?: StartOptions<MockTypes>) => listenAsMock<MockTypes>(mocked, options)
