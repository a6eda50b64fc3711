// A request with several faults is answered for the first in the order that the contract promises.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../../support/raw-http.ts'
import { type Implementation, implementations, startService } from '../../../support/service.ts'

const id = '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const big = 'x'.repeat(20_000)

describe.each(implementations)('several faults at once, answered by %s', (_face, start) => {
  let service: Implementation
  let authorization: string
  beforeAll(async () => {
    service = await start()
    authorization = `Authorization: Bearer ${await service.token()}`
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const send = async (line: string, headers: string[], body = '') => {
    const head = [
      `${line} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      `Content-Length: ${body.length}`,
      ...headers,
    ]
    return (await sendRaw(service.url, head, body)).status
  }
  const xml = 'Accept: application/xml'
  const text = 'Content-Type: text/plain'
  const json = 'Content-Type: application/json'

  it('asks for the path first, then the method, then the token', async () => {
    expect(await send('PUT /nowhere', [xml, text], big)).toBe(404)
    expect(await send('PUT /plants', [xml, text], big)).toBe(405)
    expect(await send('POST /plants?limit=0', [xml, text], big)).toBe(401)
  })

  it('then negotiates, then looks at the media type, the size, and what was sent', async () => {
    expect(await send('POST /plants?limit=0', [authorization, xml, text], big)).toBe(406)
    expect(await send('POST /plants?limit=0', [authorization, text], big)).toBe(415)
    expect(await send('POST /plants?limit=0', [authorization, json], big)).toBe(413)
    expect(await send('POST /plants?limit=0', [authorization, json], '{}')).toBe(400)
  })

  it('finds a malformed id before an unknown plant, and a bad precondition before a stale one', async () => {
    expect(await send('DELETE /plants/x', [authorization, 'If-Match: "stale"'])).toBe(400)
    expect(await send(`DELETE /plants/${id}`, [authorization, 'If-Match: stale'])).toBe(400)
  })
})

describe('several faults at once, answered from what is stored', () => {
  it('needs the scope before anything of the request counts', async () => {
    await using service = await startService()
    const Authorization = `Bearer ${await service.token('gardener', 'plants:read')}`
    const init = {
      method: 'POST',
      headers: { Authorization, Accept: 'text/html', 'Content-Type': 'text/plain' },
      body: 'x',
    }
    expect((await service.request('/plants', init)).status).toBe(403)
    const patch = { method: 'PATCH', headers: { Authorization }, body: '{}' }
    expect((await service.request('/plants/not-an-id', patch)).status).toBe(403)
  })

  it('answers 404 for a plant before 412 for its tag', async () => {
    await using service = await startService()
    const headers = { 'If-Match': '"stale"' }
    expect((await service.request(`/plants/${id}`, { method: 'DELETE', headers })).status).toBe(404)
  })
})
