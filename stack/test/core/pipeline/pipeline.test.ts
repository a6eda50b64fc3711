// A request with several errors gets a response to the first one, in the order that the contract promises.
import { describe, expect, it } from 'vitest'
import type { ProblemName } from '../../../../generated/handlers.ts'
import { contract } from '../../../../generated/index.ts'
import { callerOf } from '../../../../test/support/caller.ts'
import { expectProblem } from '../../../../test/support/problem.ts'
import { sendRawRequest } from '../../../../test/support/raw-http.ts'
import { sharedService } from '../../../../test/support/shared-service.ts'

const { operations } = contract

const plant = '/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'
const big = 'x'.repeat(20_000)
const token = 'Authorization: Bearer {token}'
const xml = 'Accept: application/xml'
const text = 'Content-Type: text/plain'
const json = 'Content-Type: application/json'

const service = await sharedService()

describe('the first error of a request', () => {
  it.each<[ProblemName, string, string[], string]>([
    ['not-found', 'PUT /nowhere', [xml, text], big],
    ['method-not-allowed', 'PUT /plants', [xml, text], big],
    ['unauthorized', 'POST /plants?limit=0', [xml, text], big],
    ['not-acceptable', 'POST /plants?limit=0', [token, xml, text], big],
    ['unsupported-media-type', 'POST /plants?limit=0', [token, text], big],
    ['content-too-large', 'POST /plants?limit=0', [token, json], big],
    ['invalid-request', 'POST /plants?limit=0', [token, json], '{}'],
    ['invalid-request', 'DELETE /plants/x', [token, 'If-Match: "outdated"'], ''],
    ['invalid-request', `DELETE ${plant}`, [token, 'If-Match: outdated'], ''],
  ])('is %s: %s with %j', async (type, line, headers, body) => {
    const sent = await Promise.all(headers.map(async (one) => one.replace('{token}', await service.token())))
    await expectProblem(await sendRawRequest(service.url, line, sent, body), type)
  })

  it('is a missing scope, before anything else in the request', async () => {
    const reader = callerOf(service, 'gardener', 'plants:read')
    const headers = { Accept: 'text/html', 'Content-Type': 'text/plain' }
    const responses = [
      await reader.send('POST', '/plants', { headers, text: 'x' }),
      await reader.send('PATCH', '/plants/not-an-id', { headers, text: 'x' }),
    ]
    for (const response of responses) await expectProblem(response, 'insufficient-scope')
  })
})

it('a default that the service fills in is not a use of a deprecated parameter', async () => {
  const list = operations.find(({ id }) => id === 'listPlants')
  const headers = { Deprecation: '@1', Sunset: 'Tue, 01 Jan 2030 00:00:00 GMT' }
  list?.deprecatedParts.push({ in: 'query', name: 'limit', headers })
  list?.success.headers.push({ name: 'Deprecation', isRequired: false, constant: undefined, isValid: () => true })
  try {
    const deprecations = ['/plants', '/plants?limit=5'].map(async (path) => {
      return (await service.request(path)).headers.get('Deprecation')
    })
    expect(await Promise.all(deprecations)).toEqual([null, '@1'])
  } finally {
    list?.deprecatedParts.pop()
    list?.success.headers.pop()
  }
})
