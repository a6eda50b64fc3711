// One service or mock for all tests of a file. It is closed after the last test.
import { afterAll } from 'vitest'
import { type Implementation, type Service, type ServiceOptions, startMock, startService } from './service.ts'

export async function sharedService(options?: ServiceOptions): Promise<Service> {
  return closeAfterTests(await startService(options))
}

/**
 * Starts the service and the mock, for `describe.each`.
 * @param mock Options of the mock. `stateful`: it stores items. Default: it returns examples.
 */
export async function sharedImplementations(mock = {}): Promise<(Implementation & { name: string })[]> {
  const [service, mockService] = [closeAfterTests(await startService()), closeAfterTests(await startMock(mock))]
  return [Object.assign(service, { name: 'the service' }), Object.assign(mockService, { name: 'the mock' })]
}

/** Closes a service after the last test of the file. @returns The service. */
export function closeAfterTests<T extends AsyncDisposable>(service: T): T {
  afterAll(() => service[Symbol.asyncDispose]())
  return service
}
