// What the contract says in words, beside what it says in numbers and what the service does.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { httpResponses, limits } from '../server/core/contract/plan.ts'
import { problemKinds } from '../server/core/contract/problem-kinds.ts'
import { startService } from './support/service.ts'

const { description }: { description: string } = JSON.parse(readFileSync('generated/openapi.json', 'utf8')).info
const helpOf = (type: string) => problemKinds.find((kind) => kind.type === type)?.help

it('the words name the limits as x-limits has them', () => {
  expect(limits).toEqual({ bodyBytes: 16 * 1024, headBytes: 16 * 1024, targetBytes: 8192, idempotencyKeyHours: 24 })
  expect(helpOf('/problems/content-too-large')).toContain('16 KiB')
  expect(helpOf('/problems/header-fields-too-large')).toContain('16 KiB')
  expect(helpOf('/problems/uri-too-long')).toContain('8,192 bytes')
  expect(description).toMatch(/For 24\s+hours, a request with the same key/)
})

it('the table of what HTTP itself brings has every such problem, and no other', () => {
  const table = [...description.matchAll(/^\| `(\d+)` `(\/problems\/[a-z-]+)` \|/gm)].map(([, status, type]) => [
    status,
    type,
  ])
  const errors = [...httpResponses.keys()].filter((status) => status >= 400)
  expect(table.map(([status]) => Number(status))).toEqual(errors)
  for (const [status, type] of table)
    expect(problemKinds.find((kind) => kind.type === type)?.status).toBe(Number(status))
})

it('the words name the headers that a script may read', async () => {
  await using service = await startService()
  const { headers } = await service.request('/plants', { headers: { Origin: 'http://localhost:1' } })
  const named = /can\s+read\s+the\s+response\s+headers (.*?)\./s.exec(description)?.[1] ?? ''
  expect([...named.matchAll(/`([A-Za-z-]+)`/g)].map(([, name]) => name)).toEqual(
    headers.get('Access-Control-Expose-Headers')?.split(','),
  )
})
