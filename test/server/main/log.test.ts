import { afterAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../../support/folder.ts'
import { logOf, startProcess, usedFolder } from '../../support/service-process.ts'

afterAll(cleanUp)

describe('the log of the process', () => {
  it.each([
    ['info', 1],
    ['warn', 0],
  ])('is on stderr; with LOG_LEVEL=%s, it has %i lines for a response', async (LOG_LEVEL, responses) => {
    const service = await startProcess({ DATA: await usedFolder(), LOG_LEVEL })
    const { headers } = await fetch(`${service.url}/plants`)
    await service.end()
    const lines = logOf(service).filter(({ requestId }) => requestId === headers.get('Request-Id'))
    expect(lines).toHaveLength(responses)
    expect(service.stdout).not.toContain('requestId')
  })
})
