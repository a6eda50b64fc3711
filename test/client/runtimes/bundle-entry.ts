// The suite as one file without arguments, for workerd, which calls `test` of a worker.
import { mswHandlers } from './msw-handlers.ts'
import { type Implementation, runSuite } from './suite.ts'

export default {
  async test(_: unknown, { implementations }: { implementations: Implementation[] }): Promise<void> {
    console.log(JSON.stringify(await runSuite([...implementations, mswHandlers])))
  },
}
