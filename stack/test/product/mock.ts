import { runMock } from 'contract-stack/mock'
import { contract } from './generated/index.ts'
import { server } from './generated/server.ts'
import { handlers } from './handlers.ts'

await runMock({ contract, server, handlers }, process.argv.slice(2), process.env)
