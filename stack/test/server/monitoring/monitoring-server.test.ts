import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../product/generated/index.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { openSession } from '../../support/postgres/session.ts'
import { startService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'

const { url, monitoringUrl, token } = await sharedService({ settings: { OPS_PORT: '0' } })
const get = (path: string, init?: RequestInit) => fetch(monitoringUrl + path, init)
const metrics = async () => (await get('/metrics')).text()

afterEach(() => vi.restoreAllMocks())

describe('the monitoring server', () => {
  it.each(['live', 'ready'])('reports that the service is %s', async (state) => {
    const response = await get(`/${state}`)
    const { status, headers } = response
    expect([status, await response.text()]).toEqual([200, `${state}\n`])
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('Connection')).toBe('close')
  })

  it('counts responses by operation and status, without paths and methods from requests', async () => {
    const Authorization = `Bearer ${await token()}`
    const before = await metrics()
    for (const headers of [{ Authorization }, {}]) await fetch(`${url}/lamps`, { headers })
    await fetch(`${url}/any-path`)
    await fetch(`${url}/lamps`, { method: 'BREW' }).catch(() => {})
    const response = await get('/metrics')
    expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4')
    const text = await response.text()
    const count = (labels: string) => {
      const value = (all: string) => Number(new RegExp(`responses_total\\{${labels}\\} (\\d+)`).exec(all)?.[1] ?? 0)
      return value(text) - value(before)
    }
    expect(count('operation="listLamps",status="200"')).toBe(1)
    expect(count('operation="listLamps",status="401"')).toBe(1)
    expect(count('operation="none",status="404"')).toBe(1)
    expect(text).toContain('process_cpu_seconds_total')
    expect(text).not.toMatch(/any-path|BREW/)
  })

  it('has a counter for each documented status of each operation before the first request', async () => {
    await using service = await startService({ settings: { OPS_PORT: '0' } })
    const text = await (await fetch(`${service.monitoringUrl}/metrics`)).text()
    const series = [...text.matchAll(/^rooms_http_responses_total\{operation="(\w+)",status="(\d+)"\} (\d+)$/gm)]
    expect(new Set(series.map(([, , , value]) => value))).toEqual(new Set(['0']))
    const documented = Object.values(contract.operations).flatMap(({ id, responses }) =>
      Object.values(responses).map(({ status }) => `${id} ${status}`),
    )
    const labels = series.map(([, operation, status]) => `${operation} ${status}`)
    expect(documented).toContain('listLamps 500')
    expect(labels).toEqual(expect.arrayContaining([...documented, 'none 404', 'none 500']))
    expect(labels.length).toBeLessThan(300)
    expect(text).toContain('rooms_http_response_seconds_count{operation="createLamp"} 0\n')
  })

  it('rejects a backup request that is no POST or comes from a web page', async () => {
    expect((await get('/backup')).headers.get('Allow')).toBe('POST')
    const response = await get('/backup', { method: 'POST', headers: { Origin: 'http://127.0.0.1:3000' } })
    expect([response.status, await response.text()]).toEqual([403, 'Web pages cannot make backups.\n'])
  })

  it('makes at most six backups in an hour, and then returns Retry-After', async () => {
    await using service = await startService({ settings: { OPS_PORT: '0' } })
    const backUp = () => fetch(`${service.monitoringUrl}/backup`, { method: 'POST' })
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    // Failed backups do not count towards the limit.
    const backups = join(service.folder, 'backups')
    await writeFile(backups, 'not a folder')
    expect((await backUp()).status).toBe(500)
    await rm(backups)
    for (let minute = 0; minute < 6; minute++) {
      now.mockReturnValue(1_000 + minute * 60_000)
      expect((await backUp()).status).toBe(201)
    }
    const refused = await backUp()
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3300'])
    expect(await refused.text()).toBe('There were 6 backups in the last hour. Retry in 3300 seconds.\n')
    expect(await readdir(backups)).toHaveLength(6)
    now.mockReturnValue(1_000 + 60 * 60_000)
    expect([(await backUp()).status, (await backUp()).status]).toEqual([201, 429])
  })

  it('counts the statements that wait for a connection to PostgreSQL', async () => {
    await using database = await newDatabase()
    const pool = { DATABASE_POOL_SIZE: '1', DATABASE_STATEMENT_TIMEOUT_MS: '60000' }
    await using service = await startService({ settings: { OPS_PORT: '0', DATABASE_URL: database.url, ...pool } })
    const expectWaiting = (count: number) =>
      expect
        .poll(async () => (await fetch(`${service.monitoringUrl}/metrics`)).text())
        .toContain(`\nrooms_store_waiting_statements ${count}\n`)
    await expectWaiting(0)
    await using session = await openSession(database.url)
    await session.query('BEGIN; LOCK TABLE item')
    const responses = Promise.all([1, 2, 3].map(() => service.request('/lamps')))
    await expectWaiting(2)
    await session.query('COMMIT')
    await responses
    await expectWaiting(0)
    expect(await metrics()).not.toContain('waiting_statements')
  })

  it('listens on its own address, which is loopback by default even if HOST is 0.0.0.0', async () => {
    const provider = { AUTH_ISSUER: 'http://127.0.0.1:9', AUTH_AUDIENCE: 'lamps' }
    await using api = await startService({ settings: { ...provider, HOST: '0.0.0.0', OPS_PORT: '0' } })
    expect([new URL(api.url).hostname, new URL(api.monitoringUrl ?? '').hostname]).toEqual(['0.0.0.0', '127.0.0.1'])
    await expect(startService({ settings: { OPS_PORT: '0', OPS_HOST: '192.0.2.1' } })).rejects.toThrow(
      '192.0.2.1 port 0 cannot be used (EADDRNOTAVAIL): choose another address with OPS_HOST=.',
    )
  })

  it('reports that the service is not ready, but live, while tokens cannot be verified', async () => {
    const settings = { OPS_PORT: '0', AUTH_ISSUER: 'http://127.0.0.1:9', AUTH_AUDIENCE: 'lamps' }
    await using service = await startService({ settings })
    const response = await fetch(`${service.monitoringUrl}/ready`)
    expect([response.status, await response.text()]).toEqual([
      503,
      'not ready: the service has no keys of the issuer\n',
    ])
    expect((await fetch(`${service.monitoringUrl}/live`)).status).toBe(200)
    const reason = expect.stringMatching(/^the issuer cannot be discovered/)
    const logged = { level: 40, msg: 'keys of the issuer are not available', reason }
    expect(service.log).toContainEqual(expect.objectContaining(logged))
  })
})
