// `make dev` in a copy of the project: service and mock serve the changed contract, and a broken contract keeps the last working
// version running.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../stack/test/support/free-port.ts'
import { start } from '../../stack/test/support/process.ts'
import { waitFor } from '../../stack/test/support/wait.ts'
import { copyProject } from '../support/copy-project.ts'

const waiting = { interval: 200 }

const folder = await copyProject()
const ports = [await freePort(), await freePort()]
// The type checker of `make dev` reads one file.
edit('tsconfig.json', /"include": .*/, '"include": ["tools/dev/main.ts"],')
const settings = { PORT: String(ports[0]), MOCK_PORT: String(ports[1]), LOG_LEVEL: 'error' }
const dev = start(process.execPath, ['tools/dev/main.ts'], { cwd: folder, env: settings })

/** Replaces a file with a changed one, as editors do. */
function edit(file: string, from: string | RegExp, to: string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(`${path}.new`, text.replace(from, to))
  renameSync(`${path}.new`, path)
}

const get = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
const bothServe = (path: string, text: string) =>
  waitFor(async () => {
    for (const port of ports) expect(await get(port, path)).toContain(text)
  }, waiting)
const printed = (pattern: RegExp) => waitFor(() => expect(dev.stdout + dev.stderr).toMatch(pattern), waiting)

describe('make dev', () => {
  it('starts service and mock, and checks the types', async () => {
    await bothServe('/openapi.json', 'List plants')
    await printed(/Found 0 errors/)
  })

  it('serves a change of the contract', async () => {
    edit('openapi.yaml', 'summary: List plants', 'summary: List all of them')
    await bothServe('/docs', 'List all of them')
  })

  it('keeps the last working version while the contract is broken, and shows one line', async () => {
    edit('openapi.yaml', "schemas/PlantPatch'", "schemas/PlantPach'")
    await printed(/^openapi\.yaml:\d+ nothing found at .*PlantPach: correct the reference/m)
    await printed(/^The previous files of generated\/ stay\.$/m)
    await bothServe('/openapi.json', 'List all of them')
  })

  it('ends everything after SIGTERM', async () => {
    expect(await dev.end()).toMatchObject({ code: 0 })
    for (const port of ports) await expect(get(port, '/')).rejects.toThrow()
  })
})
