// Starts the mock of this API in the calling process. The package of the mock exports this module.

import { listenAsMock, type StartOptions } from 'contract-stack/mock'
import type { MockTypes } from '../generated/resources.ts'
import { mockConfig } from './mock-config.ts'

/** @throws {Error} if the port is in use, or an option is not valid; the message says what to do. */
export const startMock = (options?: StartOptions<MockTypes>) => listenAsMock<MockTypes>(mockConfig, options)
