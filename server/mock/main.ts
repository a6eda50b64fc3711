// `make mock`. Prism has 2,000 modules: after the first start, Node has them compiled. Without a folder to write to, each start
// is a first one.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)))
await import('./start.ts')
