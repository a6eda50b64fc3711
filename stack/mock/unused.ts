// Prism has 2,000 modules. Two of its packages are not loaded, so that the mock starts faster: Prism uses them for random values
// (the mock returns the examples of the contract) and for Postman collections (the mock reads OpenAPI).
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

export const unused = ['@faker-js/faker', 'postman-collection']

const substitute = fileURLToPath(import.meta.url)

/** For imports that come later. */
export function leaveOutUnused(): void {
  registerHooks({ resolve: (name, context, next) => next(unused.includes(name) ? substitute : name, context) })
}
