// A deprecated parameter of another contract: an adapter translates it, callers learn its dates, and the contract tester asks for them.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { append } from '../../../test/support/contract-edit.ts'
import { cleanUp } from '../../../test/support/folder.ts'
import { run } from '../../../test/support/process.ts'
import { copyWithSecondContract, withMock, withService } from './second-project.ts'

const date = {
  name: 'date',
  in: 'query',
  deprecated: true,
  'x-deprecation': { since: '2026-11-22', sunset: '2027-11-22' },
  description: 'The older name of `day`.',
  schema: { type: 'string', format: 'date' },
}
const handlers = `
import type { Handlers } from '../generated/handlers.ts'

export const handlers: Handlers = {
  listBookings: {
    adapt: ({ query: { date, ...query }, ...input }) => ({ ...input, query: { ...(date && { day: date }), ...query } }),
  },
}
`

let folder: string
let file: string
beforeAll(async () => {
  folder = await copyWithSecondContract(append('paths /rooms/{roomId}/bookings get parameters', date))
  file = join(folder, 'server/handlers.ts')
  await writeFile(file, handlers)
})
afterAll(cleanUp)

/** @returns The days of the bookings and the headers, by query. */
async function list(url: string, token: string) {
  const send = async (path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return { headers: response.headers, body: await response.json() }
  }
  const room = await send('/rooms', { name: 'Lab' })
  const bookings = `/rooms/${room.body.id}/bookings`
  for (const day of ['2026-02-01', '2026-02-02']) await send(bookings, { day })
  const listed = ['', 'date=2026-02-01', 'date=2026-02-01&day=2026-02-02'].map(async (query) => {
    const { headers, body } = await send(`${bookings}?${query}`)
    const days = body.map(({ day }: { day: string }) => day)
    return [query, [days, headers.get('Deprecation'), headers.get('Sunset')]]
  })
  return Object.fromEntries(await Promise.all(listed))
}

it.each([
  ['the service', () => withService(folder, {}, list)],
  ['the mock', () => withMock(folder, (url) => list(url, 'any'))],
])('%s adapts the parameter, and sends its dates if a request has it', async (_, use) => {
  const dates = ['@1795305600', 'Mon, 22 Nov 2027 00:00:00 GMT']
  expect(await use()).toEqual({
    '': [['2026-02-01', '2026-02-02'], null, null],
    'date=2026-02-01': [['2026-02-01'], ...dates],
    'date=2026-02-01&day=2026-02-02': [['2026-02-02'], ...dates],
  })
})

it.each([
  ['the docs', 'docs.md', ''],
  ['the types', 'api.d.ts', '[\\s*]*@format date[\\s*]*@deprecated'],
])('%s have both dates', async (_, name, mark) => {
  const sentences = 'The older name of `day`. Deprecated since 2026-11-22. It works at least until 2027-11-22.'
  expect(await readFile(join(folder, 'generated', name), 'utf8')).toMatch(new RegExp(sentences + mark))
})

describe('the contract tester', () => {
  const test = (URL: string, TOKEN: string) =>
    run('node', ['stack/command.ts', 'test'], {
      cwd: folder,
      settings: { CONTRACT: 'generated/openapi.yaml', URL, TOKEN, WRITE: '1', ONLY: 'deprecated parameters' },
    })

  it('accepts a service that sends the dates', async () => {
    const { code, stdout } = await withService(folder, {}, test)
    expect(stdout).toContain('1 requests, rules and sequences, 0 failed')
    expect(code).toBe(0)
  })

  it('finds a service that sends none', async () => {
    const plans = join(folder, 'generated/plans.ts')
    const text = await readFile(plans, 'utf8')
    const without = text.replace(/"deprecatedParts":\[\{.*?\}\}\]/, '"deprecatedParts":[]')
    expect(without).not.toBe(text)
    await writeFile(plans, without)
    const { code, stdout } = await withService(folder, {}, test)
    await writeFile(plans, text)
    expect(stdout).toContain('✗ deprecated parameters: /rooms/{roomId}/bookings')
    expect(code).toBe(1)
  })
})

describe('the compiler', () => {
  beforeAll(async () => {
    const config = { extends: './tsconfig.json', include: ['generated', 'server/handlers.ts'] }
    await writeFile(join(folder, 'tsconfig.handlers.json'), JSON.stringify(config))
  })

  it.each([
    ['accepts this adapter', 'listBookings', 'listBookings', /^$/],
    ['asks for the adapter', 'listBookings: {', '...{', /Property 'listBookings' is missing/],
    ['asks an adapter to replace the parameter', '{ date, ...query }', 'query', /'date'/],
    ['refuses an adapter of an operation that does not exist', 'listBookings', 'listGardens', /'listGardens'/],
  ])('%s', async (_, from, to, message) => {
    expect(handlers).toContain(from)
    await writeFile(file, handlers.replace(from, to))
    const { stdout } = await run('tsc', ['--noEmit', '-p', 'tsconfig.handlers.json'], { cwd: folder })
    expect(stdout).toMatch(message)
  })
})
