// The suite for where programs are one file without arguments: a page calls `runEverywhere`, workerd the `test` of a
// worker.
import { handlersFace } from './handlers.ts'
import { type Face, type Outcome, runSuite } from './suite.ts'

const runEverywhere = (faces: Face[]): Promise<Outcome[]> => runSuite([...faces, handlersFace])
Object.assign(globalThis, { runEverywhere })

export default {
  async test(_: unknown, { faces }: { faces: Face[] }): Promise<void> {
    console.log(JSON.stringify(await runEverywhere(faces)))
  },
}
