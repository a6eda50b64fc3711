import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../../test/support/problem.ts'
import { sharedService } from '../../../../test/support/shared-service.ts'
import { sendRawRequest } from '../../support/raw-http.ts'

const plant = '/plants/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

const { url } = await sharedService()

describe('the routes', () => {
  it.each([
    ['/plants', 'GET, HEAD, OPTIONS, POST'],
    [plant, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['*', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST'],
  ])('include OPTIONS %s, which returns the methods', async (path, allow) => {
    const { status, headers, body } = await sendRawRequest(url, `OPTIONS ${path}`)
    expect({ status, allow: headers.allow, body }).toEqual({ status: 204, allow, body: '' })
    const acceptPatch = path === plant ? 'application/merge-patch+json, application/json' : undefined
    expect(headers['accept-patch']).toBe(acceptPatch)
    expect(headers['request-id']).toBeDefined()
  })

  it.each(['OPTIONS /nowhere', 'GET *'])('do not include %s', async (line) => {
    await expectProblem(await sendRawRequest(url, line), 'not-found')
  })
})
