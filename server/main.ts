// The plant service: its process, and the commands for its data.

import { run } from 'contract-stack/server'
import { contract } from '../generated/index.ts'
import { server } from '../generated/server.ts'
import { plantsFirstStart } from './first-start.ts'
import { handlers } from './handlers.ts'

const exampleFolder = new URL('../dist/example/', import.meta.url)

void run(
  { contract, server, handlers, firstStart: plantsFirstStart, exampleFolder, tokenCommand: 'make -s token' },
  process.argv.slice(2),
  process.env,
)
