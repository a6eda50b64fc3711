// The mock of the product of the stack's tests, in this process. Its items are lamps.
import type { StartOptions } from '../../mock/index.ts'
import { listenAsMock } from '../../mock/server/listen.ts'
import type { MockTypes } from '../product/generated/resources.ts'
import { rooms } from './rooms.ts'

export const startLampMock = (options?: StartOptions<MockTypes['draft']>) => listenAsMock<MockTypes>(rooms, options)
