// The last thing loaded before the script of a process that `make dev` runs: lets it wait for its turn, with the packages
// loaded that take longest; and ends it when make dev is gone, however that died.
import { once } from 'node:events'

if (!process.connected) process.exit()
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await once(process, 'message')
process.channel?.unref()
