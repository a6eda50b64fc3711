import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../support/folder.ts'
import { logOf, type ServiceProcess, startProcess, tokenFor, usedFolder } from '../support/service-process.ts'

afterAll(cleanUp)

interface Running extends ServiceProcess {
  token: string
}

async function startRunning(): Promise<Running> {
  const DATA = await usedFolder()
  const service = await startProcess({ DATA, OPS_PORT: '0', LOG_LEVEL: 'info' })
  return Object.assign(service, { token: await tokenFor({ DATA }) })
}

/** A POST whose body is not there yet: under way, for as long as it is not sent. */
async function underWay(running: Running) {
  const { hostname, port } = new URL(running.url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => {})
  const closed = new Promise<string>((done) => socket.on('close', () => done(answer)))
  const head = ['POST /plants HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${running.token}`]
  socket.write([...head, 'Content-Type: application/json', 'Content-Length: 15', '', ''].join('\r\n'))
  await sleep(200)
  return { finish: () => socket.write('{"name":"Fern"}'), closed }
}

const ready = (running: Running) => fetch(`${running.opsUrl}/ready`).then(({ status }) => status)

describe('a signal to end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets what is under way be finished, and nobody new in',
    async (signal) => {
      const running = await startRunning()
      const request = await underWay(running)
      running.kill(signal)
      await sleep(200)
      expect(await ready(running)).toBe(503)
      await expect(fetch(`${running.url}/plants`)).rejects.toThrow()
      request.finish()
      expect(await request.closed).toMatch(/^HTTP\/1\.1 201 /)
      expect(await running.ended).toMatchObject({ code: 0, signal: null })
      expect(logOf(running)).toContainEqual(expect.objectContaining({ msg: 'stopping' }))
    },
  )

  it('ends the process at once when it comes a second time', async () => {
    const running = await startRunning()
    const request = await underWay(running)
    running.kill('SIGTERM')
    await sleep(200)
    const start = performance.now()
    running.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: null, signal: 'SIGTERM' })
    expect(performance.now() - start).toBeLessThan(2_000)
    await request.closed
  })

  it('is obeyed within ten seconds, though a request never end', { timeout: 30_000 }, async () => {
    const running = await startRunning()
    const request = await underWay(running)
    const start = performance.now()
    running.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: 0, signal: null })
    expect(performance.now() - start).toBeLessThan(10_000)
    await request.closed
  })
})
