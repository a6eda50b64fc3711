// Texts of the contract that repeat what the contract or the service defines elsewhere.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { httpResponses, limits, problemKinds } from '../server/core/contract/default-contract.ts'
import { startService } from './support/service.ts'

const { tags }: { tags: { description: string }[] } = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const description = tags.map((chapter) => chapter.description).join('\n')

it.each([
  ['bodyBytes', 16 * 1024, 'content-too-large'],
  ['headBytes', 16 * 1024, 'header-fields-too-large'],
  ['targetBytes', 8192, 'uri-too-long'],
  ['contentTypeBytes', 256, 'unsupported-media-type'],
] as const)('the limit %s is %i, as the description of its problem says', (name, limit, problem) => {
  expect(limits[name]).toBe(limit)
  expect(problemKinds.find((kind) => kind.name === problem)?.help).toContain(` than ${limit} bytes`)
})

it('an idempotency key is kept as long as the description says', () => {
  expect(limits.idempotencyKeyHours).toBe(24)
  expect(description).toMatch(/For 24\s+hours, a request with the same key/)
})

it('the description lists every problem of x-http-responses, and no other', () => {
  const rows = [...description.matchAll(/^\| `(\d+)` `([a-z-]+)` \|/gm)]
  const listed = rows.map(([, status, name]) => [status, problemKinds.find((kind) => kind.name === name)?.status])
  const errors = [...httpResponses.keys()].filter((status) => status >= 400)
  expect(listed).toEqual(errors.map((status) => [String(status), status]))
})

it('the description lists the headers that a script may read', async () => {
  await using service = await startService()
  const { headers } = await service.request('/plants', { headers: { Origin: 'http://localhost:1' } })
  const sentence = /can\s+read\s+the\s+response\s+headers (.*?)\./s.exec(description)?.[1] ?? ''
  const listed = sentence.match(/(?<=`)[A-Za-z-]+(?=`)/g)
  expect(listed).toEqual(headers.get('Access-Control-Expose-Headers')?.split(','))
})
