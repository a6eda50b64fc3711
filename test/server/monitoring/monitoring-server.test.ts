import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../support/folder.ts'
import { type ServiceProcess, startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'

let data: string
let running: ServiceProcess
beforeAll(async () => {
  data = await usedFolder()
  running = await startProcess({ DATA: data, OPS_PORT: '0' })
})
afterAll(cleanUp)

const ops = (path: string, init?: RequestInit) => fetch(running.opsUrl + path, init)

describe('the port for operators', () => {
  it('says that the process lives and is ready', async () => {
    for (const path of ['/live', '/ready']) {
      const answer = await ops(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
      expect(await answer.text()).toBe(`${path.slice(1)}\n`)
    }
  })

  it('counts answers by operation and status, and nothing a caller made up', async () => {
    const Authorization = `Bearer ${await tokenFor({ DATA: data })}`
    const before = await (await ops('/metrics')).text()
    await fetch(`${running.url}/plants`, { headers: { Authorization } })
    await fetch(`${running.url}/plants`)
    await fetch(`${running.url}/made-up-path`)
    await fetch(`${running.url}/plants`, { method: 'BREW' }).catch(() => {})
    const answer = await ops('/metrics')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toContain('text/plain; version=0.0.4')
    const text = await answer.text()
    const count = (labels: string) => {
      const value = (all: string) => Number(new RegExp(`answers_total\\{${labels}\\} (\\d+)`).exec(all)?.[1] ?? 0)
      return value(text) - value(before)
    }
    expect(count('operation="listPlants",status="200"')).toBe(1)
    expect(count('operation="listPlants",status="401"')).toBe(1)
    expect(count('operation="none",status="404"')).toBe(1)
    expect(text).toContain('process_cpu_seconds_total')
    expect(text).not.toContain('made-up-path')
  })

  it('tells how long answers take, closely enough to draw a line from 1 ms to 10 s', async () => {
    await fetch(`${running.url}/plants`)
    const text = await (await ops('/metrics')).text()
    const buckets = text.matchAll(/^plants_http_answer_seconds_bucket\{le="([\d.]+)",operation="listPlants"\} \d+$/gm)
    const bounds = [...buckets].map(([, bound]) => Number(bound))
    expect([bounds.at(0), bounds.at(-1)]).toEqual([0.001, 10])
    const ratios = bounds.slice(1).map((bound, index) => bound / (bounds[index] ?? 0))
    expect(Math.min(...ratios)).toBeGreaterThan(1)
    expect(Math.max(...ratios)).toBeLessThanOrEqual(2.5)
  })

  it('has nothing else', async () => {
    const nothing = await ops('/')
    expect(nothing.status).toBe(404)
    expect(await nothing.text()).toBe('Not found. Try /live, /ready or /metrics.\n')
    expect((await ops('/plants')).status).toBe(404)
    expect((await ops('/__proto__')).status).toBe(404)
    expect((await ops('/live', { method: 'POST' })).status).toBe(405)
  })

  it('is not the port of the API', async () => {
    for (const path of ['/live', '/ready', '/metrics']) expect((await fetch(running.url + path)).status).toBe(404)
  })

  it('is off unless it is set', async () => {
    const { opsUrl } = await startProcess({ DATA: await usedFolder(), OPS_PORT: '' })
    expect(opsUrl).toBe('')
  })
})
