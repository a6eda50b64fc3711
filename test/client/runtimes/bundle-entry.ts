// The suite as one file without arguments. A page calls `runInPage`, and workerd calls `test` of a worker.
import { mswHandlers } from './msw-handlers.ts'
import { type Implementation, runSuite } from './suite.ts'

const runInPage = (others: Implementation[]): Promise<string[]> => runSuite([...others, mswHandlers])
Object.assign(globalThis, { runInPage })

export default {
  async test(_: unknown, { implementations }: { implementations: Implementation[] }): Promise<void> {
    console.log(JSON.stringify(await runInPage(implementations)))
  },
}
