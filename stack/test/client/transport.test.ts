// Aborted calls. retry.test.ts and token-provider.test.ts have the rest of the transport.
import { describe, expect, it } from 'vitest'
import { ceiling } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const page = { status: 200, headers: { Link: '<?after=a>; rel=next' }, body: [ceiling] }

describe('a signal', () => {
  it.each([
    ['with its own reason', 'mine', 'mine'],
    ['with an AbortError', undefined, expect.objectContaining({ name: 'AbortError' })],
  ])('that is already aborted rejects %s; no token is requested, and nothing is sent', async (_, reason, expected) => {
    let tokens = 0
    const { client, requests } = await scriptedService([page], { token: () => `t${++tokens}` })
    await expect(client.listLamps({ signal: AbortSignal.abort(reason) })).rejects.toEqual(expected)
    expect({ tokens, requests }).toEqual({ tokens: 0, requests: [] })
  })

  it('ends a call in the middle of a body', async () => {
    const controller = new AbortController()
    const { client } = await scriptedService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('[', () => setTimeout(() => controller.abort('enough'), 20))
      return undefined
    })
    await expect(client.listLamps({ signal: controller.signal })).rejects.toBe('enough')
  })

  it.each([
    ['at once', (abort: () => void) => abort()],
    ['later', (abort: () => void) => setTimeout(abort, 20)],
  ])('ends a call that waits for its token, %s', async (_, when) => {
    const controller = new AbortController()
    const token = () => {
      when(() => controller.abort('enough'))
      return new Promise<string>(() => {})
    }
    const { client, requests } = await scriptedService([page], { token })
    await expect(client.listLamps({ signal: controller.signal })).rejects.toBe('enough')
    expect(requests).toEqual([])
  })

  it('ends an iteration between two pages', async () => {
    const { client, requests } = await scriptedService([page, page])
    const controller = new AbortController()
    const iterate = async () => {
      for await (const lamp of client.allItems('listLamps', { signal: controller.signal })) controller.abort(lamp.name)
    }
    await expect(iterate()).rejects.toBe(ceiling.name)
    expect(requests).toHaveLength(1)
  })
})
