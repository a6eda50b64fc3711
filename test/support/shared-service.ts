// The plant service and its mock for all tests of a file: the tests of docs/tutorials/ import it. They are closed after the last test.
import { shared } from '../../stack/test/support/shared-service.ts'
import { startMock, startService } from './service.ts'

/** For `describe.each`. @param mock `stateful`: the mock keeps what it receives. */
export async function sharedImplementations(mock = {}) {
  return [
    Object.assign(shared(await startService()), { name: 'the service' }),
    Object.assign(shared(await startMock(mock)), { name: 'the mock' }),
  ]
}
