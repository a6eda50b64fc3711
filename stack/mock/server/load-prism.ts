// Loads Prism, once. It has 2,000 modules. Two of its packages are left out, so that the mock starts faster.
import { registerHooks } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unused } from './unused.ts'

// In the package, it is JavaScript.
const substitute = fileURLToPath(new URL(`./unused${extname(fileURLToPath(import.meta.url))}`, import.meta.url))
registerHooks({ resolve: (name, context, next) => next(unused.includes(name) ? substitute : name, context) })

export const { respondWithPrism } = await import('./prism.ts')
