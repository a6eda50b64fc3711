// Responses are open in the contract, for the versions to come. This version sends nothing that it does not declare.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { operations } from '../../../server/core/contract/plan.ts'
import { implementations, json } from '../../support/service.ts'

const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const properties = (name: string) => Object.keys(document.components.schemas[name].properties)
const plant = properties('Plant')
const problem = properties('Problem')

// Headers for browsers, which the description names once.
const described = /browser security headers:\n(.*?)\.\n/s.exec(document.info.description)?.[1] ?? ''
const ofEveryAnswer = [...described.matchAll(/`([A-Za-z-]+)`/g)].map(([, name = '']) => name.toLowerCase())

it.each(implementations)('%s sends only declared properties and headers', async (_face, start) => {
  await using service = await start()
  const created = await service.request('/plants', json({ name: 'Fern' }))
  const { id } = (await created.clone().json()) as { id: string }
  const answers = {
    createPlant: [created, plant],
    getPlant: [await service.request(`/plants/${id}`), plant],
    updatePlant: [await service.request(`/plants/${id}`, { ...json({ name: 'Moss' }), method: 'PATCH' }), plant],
    listPlants: [await service.request('/plants?limit=1'), plant],
    deletePlant: [await service.request('/plants/x', { method: 'DELETE' }), [...problem, 'errors']],
  } as const
  // What HTTP itself and CORS add, and nobody declares.
  const ofHttp = ['access-control-expose-headers', 'connection', 'content-length', 'content-type', 'date', 'keep-alive']
  for (const operation of operations) {
    const [answer, declared] = answers[operation.id]
    const body: unknown = await answer.json()
    for (const part of [body].flat()) expect(Object.keys(Object(part)), operation.id).toEqual(declared)
    const headers = [...(operation.responses.get(answer.status)?.headerNames ?? [])].map((name) => name.toLowerCase())
    const declaredHeaders = [...headers, ...ofHttp, ...ofEveryAnswer]
    const undeclared = [...answer.headers.keys()].filter((name) => !declaredHeaders.includes(name))
    expect(undeclared, operation.id).toEqual([])
    expect(ofEveryAnswer.filter((name) => !answer.headers.has(name))).toEqual([])
  }
})
