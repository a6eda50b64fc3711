// The command as a process: its table, its JUnit report, its messages and its exit status.
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCaller } from '../support/caller.ts'
import { startProxy } from '../support/front.ts'
import { run, start } from '../support/process.ts'
import { startService } from '../support/service.ts'

const command = ['stack/command.ts', 'test']
const args = [...command, '--contract', 'stack/test/product/generated/openapi.yaml']

describe('the contract tester', () => {
  it('exits with status 1, a table and a JUnit report if the service violates the contract', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-'))
    await using service = await startService()
    await using proxy = await startProxy(service.url, {
      response: (text) => text.replace(/^Vary: .*\r\n/im, ''),
    })
    const JUNIT = join(folder.path, 'report.xml')
    const TOKEN = await service.token()
    const settings = { URL: `${proxy.url}/`, TOKEN, WRITE: '1', JUNIT, ONLY: 'an entity tag', REQUESTS: '4' }
    const { code, stdout } = await run(process.execPath, args, { env: settings })
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/response_headers_conformance +[1-9]/),
    })
    const report = await readFile(JUNIT, 'utf8')
    expect(report).toMatch(
      /<testcase classname="[^"]+" name="[^"]+" time="\d+\.\d{3}"><failure type="response_headers_conformance" message="header vary is missing">/,
    )
    expect(stdout + report).not.toContain(TOKEN)
  })

  const removed = 'PROFILE was removed. Use SKIP for the tests whose requests a gateway refuses itself.'
  const incomplete =
    'openapi.yaml is not a resolved spec: no object at /x-limits. ' +
    'Set CONTRACT to the file openapi.yaml of a running service, or to generated/openapi.yaml. ' +
    'For contracts of other services, use Schemathesis.'

  it.each<[setting: string, flags: string[], message: string, settings?: Record<string, string>]>([
    ['URL', ['--url', 'lamps.example'], 'URL=lamps.example is not a valid URL. Use http://… or https://….'],
    ['PROFILE', [], removed, { PROFILE: 'gateway' }],
    ['--profile', ['--profile', 'gateway'], removed],
    ['CONTRACT', ['--contract', 'openapi.yaml'], incomplete],
  ])('exits with status 2 and one line if %s is not valid', async (_, flags, message, settings = {}) => {
    const { code, stdout, stderr } = await run(process.execPath, [...args, ...flags], { env: settings })
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `${message}\n` })
  })

  it('exits with status 2 after Ctrl-C, reports the cases that ran, and deletes only its own lamps', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-'))
    const JUNIT = join(folder.path, 'report.xml')
    await writeFile(JUNIT, '<testsuite>an old report</testsuite>')
    const { promise: isUnderWay, resolve } = Promise.withResolvers<void>()
    let creations = 0
    await using service = await startService({
      wrap: (app) => (req, res) => {
        if (req.method === 'POST' && ++creations === 20) resolve()
        app(req, res)
      },
    })
    const { create, lamps } = createCaller(service)
    const { lamp } = await create('Desk')
    const settings = { URL: service.url, TOKEN: await service.token(), WRITE: '1', JUNIT, ONLY: 'a', REQUESTS: '500' }
    const tester = start(process.execPath, args, { env: settings })
    await isUnderWay
    expect(await readFile(JUNIT, 'utf8')).not.toContain('an old report')
    expect(await tester.end('SIGINT', 30_000)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('Interrupted by SIGINT.'),
    })
    const report = await readFile(JUNIT, 'utf8')
    expect(report).toContain('<error type="aborted" message="Interrupted by SIGINT."></error>')
    expect(report).toContain('<testcase classname="boundaries and negative cases"')
    expect(await lamps()).toEqual([lamp])
  })
})
