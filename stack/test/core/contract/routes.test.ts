import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/problem.ts'
import { sendRawRequest } from '../../support/raw-http.ts'
import { sharedService } from '../../support/shared-service.ts'

const lamp = '/lamps/019a9f3e-5c80-7a11-8e5d-3f0a6c2b9d41'

const { url } = await sharedService()

describe('the routes', () => {
  it.each([
    ['/lamps', 'GET, HEAD, OPTIONS, POST'],
    [lamp, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['*', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'],
  ])('include OPTIONS %s, which returns the methods', async (path, allow) => {
    const { status, headers, body } = await sendRawRequest(url, `OPTIONS ${path}`)
    expect({ status, allow: headers.allow, body }).toEqual({ status: 204, allow, body: '' })
    const acceptPatch = path === lamp ? 'application/merge-patch+json, application/json' : undefined
    expect(headers['accept-patch']).toBe(acceptPatch)
    expect(headers['request-id']).toBeDefined()
  })

  it.each(['OPTIONS /nowhere', 'GET *'])('do not include %s', async (line) => {
    await expectProblem(await sendRawRequest(url, line), 'not-found')
  })
})
