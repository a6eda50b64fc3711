// One service or mock for all tests of a file. It is closed after the last test.
import { afterAll } from 'vitest'
import { type Implementation, implementations, type Service, type ServiceOptions, startService } from './service.ts'

export async function sharedService(options?: ServiceOptions): Promise<Service> {
  return shared(await startService(options))
}

/** The service and the mock, for `describe.each`: tests of rules that do not depend on plants. */
export function sharedImplementations(): Promise<(Implementation & { name: string })[]> {
  return Promise.all(implementations.map(async ([name, start]) => Object.assign(shared(await start()), { name })))
}

function shared<T extends AsyncDisposable>(service: T): T {
  afterAll(() => service[Symbol.asyncDispose]())
  return service
}
