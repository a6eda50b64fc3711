// The errors of `make token`; settings.test.ts has the settings of the service.
import { describe, expect, it } from 'vitest'
import { contract } from '../../../../generated/index.ts'
import { readTokenSettings } from '../../../server/configuration/read-configuration.ts'
import { StartUpError } from '../../../server/configuration/start-up-error.ts'

describe('readTokenSettings', () => {
  it('throws for an empty DATA', () => {
    const error = new StartUpError('DATA= is empty: set it, or unset it, and the service uses .data.')
    expect(() => readTokenSettings({ DATA: '' }, contract.scopes)).toThrow(error)
  })

  it.each(['plants', 'plants:read,plants:write', 'plants:read  plants:write', ' '])('throws for SCOPE=%j', (SCOPE) => {
    const choice = 'use one or more of "plants:read plants:write"'
    const error = new StartUpError(`SCOPE="${SCOPE}" is not a valid list of scopes: ${choice}.`)
    expect(() => readTokenSettings({ SCOPE }, contract.scopes)).toThrow(error)
  })

  it('needs no scope for a contract without scopes', () => {
    expect(readTokenSettings({}, []).scope).toBe('')
    expect(() => readTokenSettings({ SCOPE: 'any' }, [])).toThrow(StartUpError)
  })
})
