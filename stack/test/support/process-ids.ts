// The product of the tests as a process in which the sign of each room is the id of the process that responds.
import { run } from 'contract-stack/server'
import { contract } from '../product/generated/index.ts'
import { server } from '../product/generated/server.ts'
import { handlers } from '../product/handlers.ts'

const readSign = { read: () => ({ status: 200, body: { sign: String(process.pid) } }) } as const

void run({ contract, server, handlers: { ...handlers, readSign } }, process.argv.slice(2), process.env)
