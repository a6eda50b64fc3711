import { run } from 'contract-stack/server'
import { contract } from './generated/index.ts'
import { server } from './generated/server.ts'
import { handlers } from './handlers.ts'

void run({ contract, server, handlers }, process.argv.slice(2), process.env)
