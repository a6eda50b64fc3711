import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openapiValidators } from '../../../tools/generate/openapi-validators.ts'
import { root, temporaryFolder } from '../../support/folder.ts'

// express-openapi-validator 5.6.2 itself starts with a contract that it cannot use, and responds 500 to every request.
it.each([
  ['another version of OpenAPI', 'openapi: 3.1.1', 'openapi: 3.2.0'],
  ['an operation with a body that is not an object', 'requestBody:\n', 'requestBody: 1\n      x-body:\n'],
  ['a parameter in an unknown place', 'in: query', 'in: nowhere'],
  ['a schema that Ajv cannot compile', 'maximum: 100', 'maximum: many'],
])('there are no validators for a contract with %s', async (_what, from, to) => {
  await using folder = await temporaryFolder()
  const contract = await readFile(join(root, 'openapi.yaml'), 'utf8')
  expect(contract).toContain(from)
  const file = join(folder.path, 'openapi.yaml')
  await writeFile(file, contract.replace(from, to))
  vi.spyOn(console, 'error').mockReturnValue() // The library prints what is wrong.
  await expect(openapiValidators(file)).rejects.toThrow()
})
