import { describe, expect, it } from 'vitest'
import { createCaller } from '../../support/caller.ts'
import { expectProblem } from '../../support/problem.ts'
import { sendRawRequest } from '../../support/raw-http.ts'
import { sharedService } from '../../support/shared-service.ts'

const invalid = 'invalid-request'

const service = await sharedService()

describe('a request', () => {
  const { send } = createCaller(service)

  it('gets 400 that names the first 500 characters of a parameter', async () => {
    const errors = [{ parameter: 'x'.repeat(500) }]
    await expectProblem(await send('GET', `/lamps?${'x'.repeat(600)}=1`), invalid, { errors })
  })

  it('gets 400 that says how a malformed percent-encoding must be', async () => {
    for (const [parameter, path] of Object.entries({ tag: '/lamps?tag=%', id: '/lamps/%ff' })) {
      const detail = `${parameter} must be percent-encoded UTF-8.`
      await expectProblem(await send('GET', path), invalid, { detail, errors: [{ parameter }] })
    }
  })

  it('gets 400 for two Authorization headers', async () => {
    const headers = Array(2).fill(`Authorization: Bearer ${await service.token()}`)
    const errors = [{ header: 'Authorization', detail: 'must not be repeated' }]
    await expectProblem(await sendRawRequest(service.url, 'GET /lamps', headers), invalid, { errors })
  })

  it('gets one entity tag for a list, in whatever order its parameters are', async () => {
    const getTag = async (query: string) => (await send('GET', `/lamps?${query}`)).headers.get('ETag')
    const tags = await Promise.all(['limit=20&tag=a', 'tag=a&limit=20', 'limit=20&tag=b'].map(getTag))
    expect([tags[0] === tags[1], tags[0] === tags[2]]).toEqual([true, false])
  })

  it('may have several headers of one name, which form one list', async () => {
    const tag = (await send('GET', '/lamps')).headers.get('ETag')
    const headers = [`Authorization: Bearer ${await service.token()}`, 'If-None-Match: "a"', `If-None-Match: ${tag}`]
    expect((await sendRawRequest(service.url, 'GET /lamps', headers)).status).toBe(304)
  })
})
