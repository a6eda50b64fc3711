import { afterAll, describe, expect, it } from 'vitest'
import { sqliteSchema } from '../../../stack/server/store/schemas.ts'
import { cleanUp, newFolder } from '../../../stack/test/support/folder.ts'
import { getLog, startProcess } from '../../support/service-process.ts'

afterAll(cleanUp)

describe('the log of the process', () => {
  it('with an identity provider, has only JSON beside it on stdout: where the service listens', async () => {
    const DATA = await newFolder()
    const provider = { AUTH_ISSUER: 'http://127.0.0.1:9', AUTH_AUDIENCE: 'plants' }
    const service = await startProcess({ DATA, ...provider, OPS_PORT: '0', LOG_LEVEL: 'info' })
    expect((await fetch(`${service.opsUrl}/live`)).status).toBe(200)
    const { stdout } = await service.end()
    const { url, opsUrl } = service
    const data = { engine: 'sqlite', schemaVersion: sqliteSchema.migrations.length }
    const line = { level: 30, time: expect.stringMatching(/Z$/), ...data, url, opsUrl, msg: `listens on ${url}` }
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text)),
    ).toEqual([line])
    expect(getLog(service).length).toBeGreaterThan(0)
  })
})
