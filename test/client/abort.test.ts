import { createPlantClient, type Input, type OperationId } from '@plant-collection/client'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { monstera } from '../support/contract-examples.ts'
import { scriptedService } from '../support/scripted-service.ts'

const failure = (reason: unknown) => reason
const page = { status: 200, body: [monstera] }

describe('a signal', () => {
  it('is taken by every operation', () => {
    expectTypeOf<Input<OperationId>['signal']>().toEqualTypeOf<AbortSignal | undefined>()
    // @ts-expect-error it is the signal, not its controller
    const wrong: Input<'listPlants'> = { signal: new AbortController() }
    expect(wrong).toHaveProperty('signal')
  })

  it('that is already aborted rejects with its reason; no token is asked for, nothing is sent', async () => {
    const { url, sent } = await scriptedService([page])
    let asked = 0
    const client = createPlantClient({ baseUrl: url, token: () => `t${++asked}` })
    const reason = new Error('mine')
    expect(await client.listPlants({ signal: AbortSignal.abort(reason) }).catch(failure)).toBe(reason)
    expect(await client.listPlants({ signal: AbortSignal.abort() }).catch(failure)).toMatchObject({
      name: 'AbortError',
    })
    expect({ asked, sent }).toEqual({ asked: 0, sent: [] })
  })

  it('ends a call that waits for its answer, with the very AbortError', async () => {
    const controller = new AbortController()
    const { client } = await scriptedService(() => {
      controller.abort()
      return undefined
    })
    const error = await client.listPlants({ signal: controller.signal }).catch(failure)
    expect(error).toBe(controller.signal.reason)
    expect(error).toBeInstanceOf(DOMException)
    expect(error).toMatchObject({ name: 'AbortError' })
  })

  it('ends a call that is in the middle of a body', async () => {
    const controller = new AbortController()
    const { client } = await scriptedService((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.write('[', () => setTimeout(() => controller.abort('enough'), 20))
      return undefined
    })
    expect(await client.listPlants({ signal: controller.signal }).catch(failure)).toBe('enough')
  })

  it.each([
    ['at once', (abort: () => void) => abort()],
    ['later', (abort: () => void) => setTimeout(abort, 20)],
  ])('ends a call that waits for its token, %s', async (_, when) => {
    const { url, sent } = await scriptedService([page])
    const controller = new AbortController()
    const token = () => {
      when(() => controller.abort('enough'))
      return new Promise<string>(() => {})
    }
    const client = createPlantClient({ baseUrl: url, token })
    expect(await client.listPlants({ signal: controller.signal }).catch(failure)).toBe('enough')
    expect(sent).toEqual([])
  })

  it('ends a walk between two pages', async () => {
    const { client, sent } = await scriptedService([{ ...page, headers: { Link: '<?cursor=a>; rel=next' } }, page])
    const controller = new AbortController()
    const walk = async () => {
      for await (const plant of client.allPlants({ signal: controller.signal })) controller.abort(plant.name)
    }
    expect(await walk().catch(failure)).toBe(monstera.name)
    expect(sent).toHaveLength(1)
  })
})
