// Runs before the script of a process that `make dev` starts. It loads packages, then waits until `make dev` needs the
// process. It ends the process when `make dev` dies, for whatever reason.
//   --import 'tools/dev/standby.ts?package=express&package=ajv'
import { once } from 'node:events'

if (!process.connected) process.exit()
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
const packages = new URL(import.meta.url).searchParams.getAll('package')
// Some packages cannot be imported by their name alone. The script then loads what it needs from them.
const loading = Promise.allSettled(packages.map((name) => import(name)))
await once(process, 'message')
await loading
process.channel?.unref()
