// A security scheme whose keys the product verifies itself (docs/contract.md).
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Verifiers } from '../../server/index.ts'
import { productWith } from '../support/product.ts'
import { startService } from '../support/service.ts'

const boats = await readFile('stack/test/generate/boats.yaml', 'utf8')
const scheme = 'bearerAuth: { type: http, scheme: bearer }'
const product = await productWith(
  boats
    .replace('  - bearerAuth: [boats:write]', '  - bearerAuth: [boats:write]\n  - partnerKey: [boats:write]')
    .replace(scheme, `${scheme}\n    partnerKey: { type: apiKey, in: query, name: key }`),
)

const verifiers: Verifiers = {
  partnerKey: async (key) =>
    key === 'the key!' ? { owner: 'partner', scopes: new Set(product.contract.scopes) } : undefined,
}

it('accepts its keys beside the tokens of the issuer, and writes no key into a log or a problem', async () => {
  await using service = await startService({ api: { ...product, verifiers } })
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"Ada"}' }
  const created = await fetch(`${service.url}/boats?key=${encodeURIComponent('the key!')}`, init)
  expect(created.status).toBe(201)
  expect((await service.request('/boats')).status).toBe(200)
  expect(await (await service.request('/boats')).json()).toEqual([])
  const listed = await fetch(`${service.url}/boats?limit=1&key=the%20key!`)
  expect(await listed.json()).toEqual([await created.json()])
  const refused = await fetch(`${service.url}/boats?key=another-key`)
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([
    401,
    expect.stringMatching(/^Bearer realm="\w+", ApiKey realm="\w+", error="invalid_token"/),
  ])
  const invalid = await fetch(`${service.url}/boats?limit=x&key=the%20key!`)
  expect(invalid.status).toBe(400)
  const texts = [await refused.text(), await invalid.text(), JSON.stringify(service.log)]
  expect(texts.filter((text) => /the.{1,3}key|another-key/.test(text))).toEqual([])
})
