// Loads Prism, once. It has 2,000 modules. Two of its packages are left out, so that the mock starts faster.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { unused } from './unused.ts'

const substitute = fileURLToPath(new URL('./unused.ts', import.meta.url))
registerHooks({ resolve: (name, context, next) => next(unused.includes(name) ? substitute : name, context) })

export const { respondWithPrism } = await import('./prism.ts')
