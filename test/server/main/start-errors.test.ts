// The service as a process that cannot start: it exits with 1 and a message that says what to do.
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../../stack/test/support/folder.ts'
import { run, type Settings } from '../../../stack/test/support/process.ts'
import { runServer, tokenFor, usedFolder } from '../../support/service-process.ts'

/** The lines on stderr. */
async function findErrors(settings: Settings, runIt = runServer): Promise<string[]> {
  const { code, signal, stdout, stderr } = await runIt({ PORT: '0', ...settings })
  expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' })
  expect(stderr).toMatch(/\n$/)
  // No stack, no file and no name of an error class.
  expect(stderr).not.toMatch(/^\s+at |\.ts:\d|Error:|\n\n/m)
  return stderr.slice(0, -1).split('\n')
}

describe.concurrent('the start fails', () => {
  it('for invalid settings, names all of them, and does not create the data folder', async () => {
    const data = join(await newFolder(), 'data')
    const invalid = { PORT: 'http', OPS_PORT: '70000', HOST: '0.0.0.0', AUTH_AUDIENCE: 'plants', LOG_LEVEL: 'loud' }
    const names = (await findErrors({ ...invalid, DATA: data })).map((line) => line.split('=')[0])
    expect(names).toEqual(['PORT', 'OPS_PORT', 'LOG_LEVEL', 'HOST', 'AUTH_ISSUER'])
    expect(existsSync(data)).toBe(false)
  })
})

/** The only line on stderr. */
async function folderError(data: string, runIt = runServer): Promise<string> {
  const [line = '', ...others] = await findErrors({ DATA: data }, runIt)
  expect(others).toEqual([])
  expect(line.slice(0, line.indexOf(':'))).toBe(`The data folder ${data} cannot be used`)
  return line
}

/** With a limit of 0 for the size of files, every write fails, as on a full disk. */
function onFullDisk(settings: Settings) {
  return run('sh', ['-c', 'ulimit -f 0; exec "$0" server/main.ts', process.execPath], { settings })
}

/** Unlike root, who may write to every file. */
function asOrdinaryUser(settings: Settings) {
  const command = [process.execPath, 'server/main.ts']
  const isRoot = process.getuid?.() === 0
  const [program = '', ...args] = isRoot
    ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override', ...command]
    : command
  return run(program, args, { settings })
}

describe.concurrent('the start fails for a data folder', () => {
  const checkDisk = /\. Check the disk and its free space, or choose another folder with DATA=\.$/

  it('on a full disk, and leaves no part of a key', async () => {
    const data = await newFolder()
    expect(await folderError(data, onFullDisk)).toMatch(checkDisk)
    expect(await readdir(data)).toEqual([])
  })

  it.each([
    ['a database', 'plants.db', 0o444],
    ['files in a folder', '', 0o555],
  ])('with %s that is read-only', async (_what, name, mode) => {
    const data = await usedFolder()
    await tokenFor({ DATA: data })
    const path = join(data, name)
    await writeFile(join(data, 'page-key'), 'k'.repeat(22), { mode: 0o600 })
    await chmod(path, mode)
    expect(await folderError(data, asOrdinaryUser)).toMatch(
      `: the user of the service may not write to ${path.replace(/\/$/, '')}. Make the folder and its files writable, or choose`,
    )
  })

  it('with data that is damaged, and does not change the data', async () => {
    const data = await usedFolder()
    const file = join(data, 'plants.db')
    const broken = (await readFile(file)).fill('damaged', 100, 4096)
    await writeFile(file, broken)
    expect(await folderError(data)).toMatch(/\. Restore a backup, or choose another folder with DATA=\.$/)
    expect(broken.equals(await readFile(file))).toBe(true)
  })
})
