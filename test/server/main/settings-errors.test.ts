// Settings that cannot be used, as the operator meets them: a process that does not start.
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { runServer } from '../../support/service-process.ts'

afterAll(cleanUp)

describe('a start with settings that cannot be used', () => {
  it('names them all at once, exits with 1, and has neither listened nor touched the data', async () => {
    // Whoever listened here would be told that it is taken.
    const port = await freePort()
    const holder = createServer().listen(port, '127.0.0.1')
    const data = join(await newFolder(), 'data')
    try {
      const ended = await runServer({
        DATA: data,
        PORT: String(port),
        OPS_PORT: '70000',
        AUTH_ISSUER: 'http://id.example.com',
        TOKEN_TYPE: 'opaque',
        SCOPE_CLAIM: 'roles',
        CORS_ORIGINS: '*',
        RATE_LIMIT_PER_MINUTE: 'none',
        TRUST_PROXY: 'true',
        LOG_LEVEL: 'loud',
      })
      expect(ended).toMatchObject({ code: 1, signal: null, stdout: '' })
      const lines = ended.stderr.trimEnd().split('\n')
      expect(lines.map((line) => line.split('=')[0])).toEqual([
        ...['AUTH_ISSUER', 'TOKEN_TYPE', 'SCOPE_CLAIM', 'CORS_ORIGINS', 'RATE_LIMIT_PER_MINUTE', 'TRUST_PROXY'],
        ...['OPS_PORT', 'LOG_LEVEL', 'AUTH_AUDIENCE'],
      ])
      for (const line of lines) expect(line).toMatch(/\.$/)
      expect(existsSync(data)).toBe(false)
    } finally {
      holder.close()
    }
  })
})
