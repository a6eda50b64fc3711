// The command: its table, its JUnit report, its messages and its exit codes.
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenServices } from '../../support/broken-services.ts'
import { freePort } from '../../support/free-port.ts'
import { run } from '../../support/process.ts'
import { startService } from '../../support/service.ts'

function contractTester(settings: Record<string, string>) {
  const args = ['tools/contract-tester/main.ts']
  return run(process.execPath, args, { settings: { REQUESTS: '1', SEQUENCES: '1', ...settings }, timeoutMs: 60_000 })
}

describe('the contract tester', () => {
  it('exits with 1, a table and a JUnit report if the contract is broken', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-'))
    await using service = await startService(brokenServices.response_headers_conformance)
    const JUNIT = join(folder.path, 'report.xml')
    const TOKEN = await service.token()
    const { code, stdout } = await contractTester({ URL: `${service.url}/`, TOKEN, WRITE: '1', JUNIT })
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/response_headers_conformance +\d+ +[1-9]/),
    })
    const report = await readFile(JUNIT, 'utf8')
    expect(report).toMatch(
      /<testcase classname="[^"]+" name="[^"]+" time="\d+\.\d{3}"><failure type="response_headers_conformance" message="header vary is missing">/,
    )
    expect(stdout + report).not.toContain(TOKEN)
  })

  it.each([
    [{}, 'URL is missing. Set it to the base URL of the service.'],
    [{ URL: 'plants.example' }, 'URL=plants.example is not a valid address. Use http://… or https://….'],
    [{ URL: 'https://user:secret@plants.example' }, 'URL must not contain a user or a password.'],
    [{ URL: 'http://127.0.0.1:1' }, 'TOKEN is missing. Get a token from your operator, or from `make -s token`.'],
    [{ SEED: 'x' }, 'SEED=x is not a number. Use plain decimal digits.'],
    [{ DEADLINE_MS: '0' }, 'DEADLINE_MS=0 is too small. Use 1 or more.'],
    [{ ONLY: 'tea' }, 'ONLY=tea matches no family, rule or sequence.'],
    [{ URL: 'http://127.0.0.1:1', PROFILE: 'proxy' }, 'PROFILE=proxy is not known. Use gateway, or leave it out.'],
    [{ SKIP: 'malformed heads, tea' }, 'SKIP=tea matches no family, rule or sequence.'],
  ])('exits with 2 and says what to do for %j', async (settings, message) => {
    expect(await contractTester(settings)).toMatchObject({ code: 2, stderr: `${message}\n` })
  })

  it('exits with 2 after one request if a token is refused', async () => {
    await using service = await startService()
    const settings = { URL: service.url, TOKEN: await service.token(), WRITE: '1' }
    for (const name of ['TOKEN', 'OTHER_TOKEN']) {
      const { code, stderr } = await contractTester({ ...settings, [name]: 'old' })
      const message = `The service refuses ${name} with 401: .+ Set it to a valid token with plants:read and plants:write.`
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(`^${message}\n$`) })
    }
    expect(service.log.length).toBeLessThan(5)
  })

  it('exits with 2 if there is no response', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { code, stderr } = await contractTester({ URL: url, TOKEN: 'any' })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`No response from ${url}`) })
  })
})
