// The version of OpenAPI: the rest of the generator reads 3.0 and 3.1.
import { isNode } from './complete/node.ts'

/** @returns Why nothing reads the contract; `undefined` if it has a known version. */
export function versionError(contract: unknown): string | undefined {
  if (!isNode(contract)) return 'A contract is an object with openapi, info and paths.'
  const { openapi, swagger } = contract
  if (swagger !== undefined) return `Swagger ${swagger} is too old: convert the contract to OpenAPI 3.1.`
  if (openapi === undefined) return 'openapi is missing: write openapi: 3.1.1.'
  if (typeof openapi === 'string' && /^3\.[01]\.\d/.test(openapi)) return undefined
  return `OpenAPI ${openapi} is not a version that is supported: write 3.0.4 or 3.1.1.`
}
