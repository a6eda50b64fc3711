// generated/openapi-3.0.json is valid OpenAPI 3.0. keywords.test.ts has what its schemas refuse.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { redocly } from '../../generate/redocly.ts'
import { temporaryFolder } from '../support/folder.ts'

it('stack/test/product/generated/openapi-3.0.json is valid, and so are its examples', async () => {
  await using folder = await temporaryFolder()
  const config = join(folder.path, 'redocly.yaml')
  const rules = ['struct', 'no-unresolved-refs', 'no-invalid-media-type-examples', 'no-invalid-schema-examples']
  await writeFile(config, `rules:\n${rules.map((rule) => `  ${rule}: error\n`).join('')}`)
  const printed = await redocly(
    'lint',
    'stack/test/product/generated/openapi-3.0.json',
    '--config',
    config,
    '--format',
    'json',
  ).catch(({ stdout }) => stdout)
  expect(JSON.parse(printed).problems).toEqual([])
})
