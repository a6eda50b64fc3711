// One plant service or mock for all tests of a file. It is closed after the last test.
import { shared } from '../../stack/test/support/shared-service.ts'
import { startMock, startService } from './service.ts'

export const sharedService = async () => shared(await startService())

/** The service and the mock, for `describe.each`. @param mock `stateful`: the mock keeps what it receives. */
export async function sharedImplementations(mock = {}) {
  return [
    Object.assign(await sharedService(), { name: 'the service' }),
    Object.assign(shared(await startMock(mock)), { name: 'the mock' }),
  ]
}
