// `make mock`. Prism has 2,000 modules: some are not loaded, and after the first start, Node has the others compiled. Without
// a folder to write to, each start is a first one.
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { unused } from './unused.ts'

const substitute = fileURLToPath(new URL('./unused.ts', import.meta.url))
registerHooks({ resolve: (name, context, next) => next(unused.includes(name) ? substitute : name, context) })
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)))
await import('./start.ts')
