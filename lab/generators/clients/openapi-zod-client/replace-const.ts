// openapi-zod-client reads `enum` and ignores `const`, so without this step all problems have the same type.
import { readFile, writeFile } from 'node:fs/promises'

const contract = await readFile('../../../generated/openapi.json', 'utf8')
const withEnums: unknown = JSON.parse(contract, (_, value: unknown) => {
  if (typeof value !== 'object' || value === null || !('const' in value)) return value
  const { const: only, ...others } = value
  return { ...others, enum: [only] }
})
await writeFile('contract.json', JSON.stringify(withEnums))
