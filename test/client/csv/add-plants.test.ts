// An import into a service that fails, with a fake clock.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { importPlants } from '../../../client/csv/import.ts'
import { cleanUp, newFolder } from '../../../stack/test/support/folder.ts'
import { plantNames, runInProcess } from '../../support/csv-commands.ts'

const folder = await newFolder()
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await cleanUp()
})
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
vi.setTimerTickMode('nextTimerAsync')
vi.spyOn(Math, 'random').mockReturnValue(0.5)

/** Fault of a request: none, an error response, or a connection that breaks before or after the service creates the plant. */
type Fault = undefined | { status: number; headers?: Record<string, string> } | 'broken' | 'lost'

type Options = { PATIENCE?: string; stop?: AbortSignal; csv?: string; isTTY?: boolean }
const fivePlants = `name,tag\n${plantNames(5).join(',\n')},\n`

/** Runs an import. @param getFault Gets the method, and the number of POST requests so far. */
async function runImport(getFault: (method: string, post: number) => Fault, options: Options = {}) {
  const { PATIENCE = '9', stop, csv = fivePlants, isTTY = false } = options
  const added = new Map<string, string>()
  const posts: { key: string; atMs: number }[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const key = request.headers.get('Idempotency-Key') ?? ''
    if (request.method === 'POST') posts.push({ key, atMs: performance.now() })
    const fault = getFault(request.method, posts.length)
    if (fault === 'broken') throw new TypeError('fetch failed', { cause: new Error('broken') })
    if (typeof fault === 'object') return new Response(null, fault)
    if (request.method === 'GET') return Response.json([])
    const plant = await request.json()
    added.set(key, plant.name)
    if (fault === 'lost') throw new TypeError('terminated')
    return Response.json(plant, { status: 201 })
  })
  const FILE = join(folder, 'plants.csv')
  await writeFile(FILE, csv)
  const end = await runInProcess(
    importPlants,
    { FILE, URL: 'http://plants.example', TOKEN: 'any', PATIENCE },
    { stop, isTTY },
  )
  return { ...end, names: [...added.values()], posts }
}

const busyFor = (status: number, seconds: number) => ({ status, headers: { 'Retry-After': `${seconds}` } })
const rest = 'Run the import again to add the rest. It adds no plant twice.\n'

it('an import says that the file has no tag column, and how many rows are done', async () => {
  const { code, stderr } = await runImport(() => undefined, { csv: `name\n${plantNames(201).join('\n')}\n` })
  expect(code).toBe(0)
  expect(stderr).toMatch(/^The file has no "tag" column, .* set TAG_COLUMN=\.\n100 of 201\n200 of 201\n$/)
})

it('an import removes its progress line from a terminal', async () => {
  const { stderr } = await runImport(() => undefined, { isTTY: true })
  expect(stderr.endsWith('5 of 5\r\u001b[2K')).toBe(true)
})

describe('an import while the service or the network fails', () => {
  it.each<[string, Fault, string, number?]>([
    ['a 503 whose Retry-After exceeds the default timeout', busyFor(503, 55), 'returned 503', 55_000],
    ['a lost response', 'lost', 'did not respond'],
  ])('retries a row with the same key, and says so, after %s', async (_title, fault, reason, minMs = 0) => {
    const { posts, ...end } = await runImport((_method, post) => (post === 3 ? fault : undefined), { PATIENCE: '60' })
    const stderr = `The service ${reason}. Retrying for up to 60 s …\n`
    expect(end).toEqual({ code: 0, stdout: 'Added 5, already there 0, refused 0.\n', names: plantNames(5), stderr })
    expect(posts.map(({ key }) => posts.findIndex((post) => post.key === key))).toEqual([0, 1, 2, 2, 4, 5])
    expect((posts[3]?.atMs ?? 0) - (posts[2]?.atMs ?? 0)).toBeGreaterThanOrEqual(minMs)
  })

  const busy = /The service is busy or unavailable \(\d.*\)\. Run this command again later\.\n$/
  const noResponse = /^The service did not respond\. .* 9 s …\nNo response from http:.* \(broken\)\./
  const notKnown = 'unknown 1 (line 4), not added 2'
  it.each<[string, Fault, RegExp, string]>([
    ['429', busyFor(429, 60), busy, 'not added 3'],
    ['401', { status: 401 }, /^The service does not accept the token \(401.*\)\. Set TOKEN=, or/, 'not added 3'],
    ['a broken connection', 'broken', noResponse, notKnown],
  ])('stops at a row that gets only %s, and counts the rest', async (_title, fault, message, counts) => {
    const { posts, stderr, ...end } = await runImport((_method, post) => (post >= 3 ? fault : undefined))
    const stdout = `Added 2, already there 0, refused 0, ${counts}. ${rest}`
    expect(end).toEqual({ code: 1, names: ['Plant 1', 'Plant 2'], stdout })
    expect(stderr).toMatch(message)
    expect(posts.length).toBeLessThan(20) // because each wait is longer than the one before
  })

  it('skips a row at which the service fails four times, and stops after five such rows', async () => {
    const failing = (_method: string, post: number) => (post >= 3 && post <= 6 ? { status: 500 } : undefined)
    const failed = await runImport(failing)
    expect(failed.names).toEqual(['Plant 1', 'Plant 2', 'Plant 4', 'Plant 5'])
    expect(failed.stdout).toBe(`Added 4, already there 0, refused 0, unknown 1 (line 4). ${rest}`)
    expect(failed.stderr).toMatch(/ …\nline 4: the service failed, so this row may .* been added \(500: .*\)\n$/)

    const csv = `${fivePlants}Plant 6,\n`
    const all = await runImport((method) => (method === 'POST' ? { status: 500 } : undefined), { csv })
    const counts = 'unknown 5 (lines 2, 3, 4, 5, 6), not added 1'
    expect(all.stdout).toBe(`Added 0, already there 0, refused 0, ${counts}. ${rest}`)
    expect(all.stderr).toMatch(/\nThe service reported an internal error: .* Contact its operator\.\n$/)
  })

  it('ends its wait when it is stopped', async () => {
    const controller = new AbortController()
    const getFault = (_method: string, post: number) => {
      if (post === 3) setTimeout(() => controller.abort(), 100)
      return post < 2 ? undefined : post === 2 ? { status: 400 } : busyFor(503, 60)
    }
    const { posts, names, stdout, stderr } = await runImport(getFault, { PATIENCE: '90', stop: controller.signal })
    expect(names).toEqual(['Plant 1'])
    expect(stdout).toBe(`Added 1, already there 0, refused 1 (line 3), not added 3. ${rest}`)
    expect(stderr).toMatch(/^line 3: 400 .*\nThe service returned 503\. Retrying for up to 90 s …\nStopped\.\n$/)
    expect(posts).toHaveLength(3)
    expect(performance.now() - (posts[2]?.atMs ?? 0)).toBe(100)
  })
})
