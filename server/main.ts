// The plant service as a process.
import { contract } from '../generated/index.ts'
import { server } from '../generated/server.ts'
import { handlers } from './handlers.ts'
import { plantsFirstStart } from './plants/first-start.ts'
import { start } from './start.ts'

const exampleFolder = new URL('../dist/example/', import.meta.url)

void start({ contract, server, handlers, firstStart: plantsFirstStart, exampleFolder }, process.env)
