// The errors of `make token`; settings.test.ts has the settings of the service.
import { describe, expect, it } from 'vitest'
import { readTokenSettings } from '../../../server/configuration/read-configuration.ts'
import { StartUpError } from '../../../server/configuration/start-up-error.ts'

const scopes = ['rooms:read', 'rooms:write']

describe('readTokenSettings', () => {
  it('throws for an empty DATA', () => {
    const error = new StartUpError('DATA= is empty: set it, or unset it, and the service uses .data.')
    expect(() => readTokenSettings({ DATA: '' }, scopes)).toThrow(error)
  })

  it.each(['rooms', 'rooms:read,rooms:write', 'rooms:read  rooms:write', ' '])('throws for SCOPE=%j', (SCOPE) => {
    const choice = 'use one or more of "rooms:read rooms:write"'
    const error = new StartUpError(`SCOPE="${SCOPE}" is not a valid list of scopes: ${choice}.`)
    expect(() => readTokenSettings({ SCOPE }, scopes)).toThrow(error)
  })

  it('needs no scope for a contract without scopes', () => {
    expect(readTokenSettings({}, []).scope).toBe('')
    expect(() => readTokenSettings({ SCOPE: 'any' }, [])).toThrow(StartUpError)
  })
})
