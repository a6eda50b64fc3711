// The settings of the mock and of `make token`; settings.test.ts has those of the service.
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readMockConfiguration, readTokenSettings } from '../../../server/configuration/read-configuration.ts'
import { StartUpError } from '../../../server/configuration/start-up-error.ts'

describe('readMockConfiguration', () => {
  it.each([
    [{}, { port: 4010, host: '127.0.0.1' }],
    [
      { PORT: '', HOST: '' },
      { port: 4010, host: '127.0.0.1' },
    ],
    [
      { PORT: '0', HOST: '0.0.0.0' },
      { port: 0, host: '0.0.0.0' },
    ],
  ])('reads %j', (environment, expected) => {
    expect(readMockConfiguration(environment)).toEqual(expected)
  })

  it('throws for an invalid port', () => {
    const error = new StartUpError('PORT=http is not a valid port: use a number from 0 to 65535.')
    expect(() => readMockConfiguration({ PORT: 'http' })).toThrow(error)
  })
})

describe('readTokenSettings', () => {
  const defaults = { dataFolder: resolve('.data'), subject: 'gardener', scope: 'plants:read plants:write' }

  it.each([
    [{}, defaults],
    [{ SUB: '', SCOPE: '' }, defaults],
    [
      { SUB: 'ann', SCOPE: 'plants:read', DATA: 'elsewhere' },
      { dataFolder: resolve('elsewhere'), subject: 'ann', scope: 'plants:read' },
    ],
    [{ SCOPE: 'plants:write plants:read' }, { ...defaults, scope: 'plants:write plants:read' }],
  ])('reads %j', (environment, expected) => {
    expect(readTokenSettings(environment)).toEqual(expected)
  })

  it('throws for an empty DATA', () => {
    const error = new StartUpError('DATA= is empty: set it, or unset it, and the service uses .data.')
    expect(() => readTokenSettings({ DATA: '' })).toThrow(error)
  })

  it.each(['plants', 'plants:read,plants:write', 'plants:read  plants:write', ' '])('throws for SCOPE=%j', (SCOPE) => {
    const choice = 'use one or more of "plants:read plants:write"'
    const error = new StartUpError(`SCOPE="${SCOPE}" is not a valid list of scopes: ${choice}.`)
    expect(() => readTokenSettings({ SCOPE })).toThrow(error)
  })
})
