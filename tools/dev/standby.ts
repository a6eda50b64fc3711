// The last `--import` before the script of a process that `make dev` starts. The packages are loaded by then. The process
// waits here until `make dev` needs it. It ends itself when `make dev` dies, for whatever reason.
import { once } from 'node:events'

if (!process.connected) process.exit()
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await once(process, 'message')
process.channel?.unref()
