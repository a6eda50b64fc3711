// The mock of this API as a process.
import { runMock } from 'contract-stack/mock'
import { mockConfig } from './mock-config.ts'

await runMock(mockConfig, process.argv.slice(2), process.env)
