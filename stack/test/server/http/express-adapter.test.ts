// Response schemas allow more properties, for later versions. This version sends nothing that the contract does not declare.

import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import { expect, it } from 'vitest'
import { toHttpRequest } from '../../../server/http/express-adapter.ts'
import { contract } from '../../product/generated/index.ts'
import { json } from '../../support/service.ts'
import { sharedImplementations } from '../../support/shared-service.ts'

const document = JSON.parse(readFileSync('stack/test/product/generated/openapi.json', 'utf8'))
const propertiesOf = (name: string) => Object.keys(document.components.schemas[name].properties)
const [lamp, problem] = [propertiesOf('Lamp'), propertiesOf('InvalidRequestProblem')]

// A chapter declares the headers for browsers once, for every response.
const chapters = document.tags.map((tag: { description: string }) => tag.description).join()
const described = /browser security headers:\n(.*?)\.\n/s.exec(chapters)?.[1] ?? ''
const forBrowsers = [...described.matchAll(/`([A-Za-z-]+)`/g)].map(([, name = '']) => name.toLowerCase())
const ofHttpAndCors = 'access-control-expose-headers connection content-length content-type date keep-alive'.split(' ')

it.each(await sharedImplementations())('$name sends only declared properties and headers', async (service) => {
  const created = await service.request('/lamps', json({ name: 'Desk' }))
  const { id } = (await created.clone().json()) as { id: string }
  const responses = {
    createLamp: [created, lamp],
    getLamp: [await service.request(`/lamps/${id}`), lamp],
    updateLamp: [await service.request(`/lamps/${id}`, { ...json({ name: 'Wall' }), method: 'PATCH' }), lamp],
    listLamps: [await service.request('/lamps?limit=1'), lamp],
    deleteLamp: [await service.request('/lamps/x', { method: 'DELETE' }), problem],
  } as const
  for (const [id, [response, declared]] of Object.entries(responses)) {
    const body: unknown = await response.json()
    for (const part of [body].flat()) expect(declared, id).toEqual(expect.arrayContaining(Object.keys(Object(part))))
    const plan = contract.operations.find((operation) => operation.id === id)?.responses.get(response.status)
    const headers = [...(plan?.headerNames ?? [])].map((name) => name.toLowerCase())
    const sent = [...response.headers.keys()]
    expect([...headers, ...forBrowsers, ...ofHttpAndCors], id).toEqual(expect.arrayContaining(sent))
    expect(sent).toEqual(expect.arrayContaining(forBrowsers))
  }
})

it('keeps every value of a repeated header', () => {
  const once = ['Host', 'a.example', 'If-Match', '"1"']
  const sent = { host: 'a.example', 'if-match': '"1"' }
  const read = (headers: object, rawHeaders: string[]) =>
    // Only these members are read.
    toHttpRequest({ headers, rawHeaders, socket: {} } as Request, { locals: {} } as Response)
  expect(read(sent, once)).toMatchObject({ headers: sent, repeatedHeaders: [] })
  // Node joins the values of one header, and drops the second value of the other.
  const received = { ...sent, 'if-match': '"1", "2"', 'set-cookie': ['a=b'] }
  expect(read(received, [...once, 'HOST', 'b.example', 'if-match', '"2"', 'Set-Cookie', 'a=b'])).toMatchObject({
    headers: { host: 'a.example, b.example', 'if-match': '"1", "2"', 'set-cookie': 'a=b' },
    repeatedHeaders: ['host', 'if-match'],
  })
})

it('a body is invalid if its connection breaks', async () => {
  const stream = new Readable({ read() {} })
  const headers = { 'transfer-encoding': 'chunked' }
  // Only a stream and these members are read.
  const request = Object.assign(stream, { headers, rawHeaders: [], complete: false }) as unknown as Request
  const body = toHttpRequest(request, { locals: {} } as Response).body?.read(contract.limits)
  stream.push('{')
  stream.destroy(new Error('aborted'))
  const errors = [{ pointer: '', detail: 'is incomplete' }]
  await expect(body).rejects.toMatchObject({ kind: 'invalid-request', errors })
})
