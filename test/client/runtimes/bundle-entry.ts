// Entry of the bundle for workerd, which calls `test` of a worker. The worker gets the implementations as a binding.
import { mswHandlers } from './msw-handlers.ts'
import { type Implementation, runSuite } from './suite.ts'

export default {
  async test(_: unknown, { implementations }: { implementations: Implementation[] }): Promise<void> {
    console.log(JSON.stringify(await runSuite([...implementations, mswHandlers])))
  },
}
