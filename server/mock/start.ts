// The mock of this API as a process.
import { mocked } from '../mocked.ts'
import { runMock } from './run-mock.ts'

await runMock(mocked, process.argv.slice(2), process.env)
