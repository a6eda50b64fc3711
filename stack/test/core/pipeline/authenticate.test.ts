import { describe, expect, it } from 'vitest'
import { KeysUnavailable } from '../../../core/pipeline/authenticate.ts'
import { expectProblem } from '../../support/problem.ts'
import { startService } from '../../support/service.ts'

describe('authentication', () => {
  it('returns 503 with Retry-After, and no challenge, if the keys are not available', async () => {
    await using service = await startService({ verify: () => Promise.reject(new KeysUnavailable('down')) })
    const response = await service.request('/lamps')
    await expectProblem(response, 'unavailable')
    expect(response.headers.get('Retry-After')).toBe('5')
    expect(response.headers.get('WWW-Authenticate')).toBeNull()
    expect(service.internalErrors).toEqual([])
  })

  // express-openapi-validator 5.6.2 turns any error of its security handlers into 401.
  it('returns 500 for any other error of the verifier', async () => {
    await using service = await startService({ verify: () => Promise.reject(new TypeError('a defect')) })
    const response = await service.request('/lamps')
    await expectProblem(response, 'internal-error')
    expect(response.headers.get('WWW-Authenticate')).toBeNull()
    expect(service.internalErrors).toEqual(['a defect'])
  })
})
