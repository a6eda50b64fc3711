// Each header of the complete contract fits into a request.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sendRawRequest } from '../stack/test/support/raw-http.ts'
import { sharedService } from './support/shared-service.ts'

const { components } = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))

it('each header parameter can be as long as its bound, beside a token of 2 kB', async () => {
  const { url } = await sharedService()
  const headers = Object.values<{ in: string; name: string; schema: { $ref?: string; maxLength?: number } }>(
    components.parameters,
  ).filter((one) => one.in === 'header')
  expect(headers.length).toBeGreaterThan(3)
  for (const { name, schema } of headers) {
    const { maxLength } = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
    const sent = [`Authorization: Bearer ${'x'.repeat(2048)}`, `${name}: ${'x'.repeat(maxLength)}`]
    // Not 431: the service reads the head, and refuses the token.
    expect([name, (await sendRawRequest(url, 'GET /plants', sent)).status]).toEqual([name, 401])
  }
})
