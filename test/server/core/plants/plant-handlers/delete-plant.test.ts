import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plant } from '../../../../../generated/api.d.ts'
import { json, type Service, startService } from '../../../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function create(): Promise<Plant> {
  return (await service.request('/plants', json({ name: 'Fern' }))).json() as Promise<Plant>
}

async function names(): Promise<string[]> {
  const plants = (await (await service.request('/plants?limit=100')).json()) as Plant[]
  return plants.map((plant) => plant.id)
}

async function refused(id: string, subject = 'gardener'): Promise<[number, Record<string, unknown>]> {
  const Authorization = `Bearer ${await service.token(subject)}`
  const answer = await service.request(`/plants/${id}`, { method: 'DELETE', headers: { Authorization } })
  const { instance, ...problem } = (await answer.json()) as Record<string, unknown>
  expect(instance).toBe(`urn:uuid:${answer.headers.get('Request-Id')}`)
  return [answer.status, problem]
}

describe('deletePlant', () => {
  it('answers 204 without a body or its headers, and the plant is gone', async () => {
    const [plant, other] = [await create(), await create()]
    const answer = await service.request(`/plants/${plant.id}`, { method: 'DELETE' })
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('Content-Type')).toBeNull()
    expect(await names()).not.toContain(plant.id)
    expect(await names()).toContain(other.id)
  })

  it('answers 404 the second time', async () => {
    const plant = await create()
    await service.request(`/plants/${plant.id}`, { method: 'DELETE' })
    expect((await refused(plant.id))[0]).toBe(404)
  })

  it("answers the same for somebody else's plant as for none, and leaves it", async () => {
    const plant = await create()
    const foreign = await refused(plant.id, 'mallory')
    expect(foreign).toEqual(await refused('019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41', 'mallory'))
    expect(foreign[0]).toBe(404)
    expect(await names()).toContain(plant.id)
  })

  it.each([
    ['is no UUID', 'monstera'],
    ['is upper-case', '019A9F3E-5C80-7A11-8E5D-3F0A6C2B9D41'],
    ['is a URN', 'urn:uuid:019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'],
    ['holds an escaped slash', 'a%2Fb'],
    ['holds broken escapes', '%ZZ'],
    ['holds bytes that are no UTF-8', '%FF'],
    ['has a parameter', '019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41;x'],
  ])('refuses an id that %s with 400', async (_what, id) => {
    const [status, problem] = await refused(id)
    expect(status).toBe(400)
    expect(problem).toMatchObject({ type: '/problems/invalid-request', errors: [{ parameter: 'id' }] })
  })
})
