// The target `*`, and OPTIONS at an unknown path. The contract tester sends OPTIONS to each path of a contract.
import { expect, it } from 'vitest'
import { expectProblem } from '../../support/problem.ts'
import { sendRawRequest } from '../../support/raw-http.ts'
import { sharedService } from '../../support/shared-service.ts'

const { url } = await sharedService()

it('OPTIONS * returns the methods of all paths', async () => {
  const { status, headers, body } = await sendRawRequest(url, 'OPTIONS *')
  expect({ status, allow: headers.allow, body }).toEqual({
    status: 204,
    allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT',
    body: '',
  })
})

it.each(['OPTIONS /nowhere', 'GET *'])('%s gets 404', async (line) => {
  await expectProblem(await sendRawRequest(url, line), 'not-found')
})
