// The plant service and its mock for all tests of a file: the tests of docs/tutorials/ import it. They are closed after the last test.
import { closeAfterTests } from '../../stack/test/support/shared-service.ts'
import { startMock, startService } from './service.ts'

/** Returns the rows of `describe.each`. @param mock Options of the mock, such as `stateful`. */
export async function sharedImplementations(mock = {}) {
  return [
    Object.assign(closeAfterTests(await startService()), { name: 'the service' }),
    Object.assign(closeAfterTests(await startMock(mock)), { name: 'the mock' }),
  ]
}
