// The mock of this API as a process.
import { runMock } from 'contract-stack/mock'
import { mocked } from './mocked.ts'

await runMock(mocked, process.argv.slice(2), process.env)
