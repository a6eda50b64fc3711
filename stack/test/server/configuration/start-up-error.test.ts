// A start that fails: the process exits with status 1, and prints only a line for each error, which says what to do.
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../support/folder.ts'
import type { Settings } from '../../support/process.ts'
import { existingDataFolder, runServer, tokenFor } from '../../support/service-process.ts'

/** @param wrapper A command that starts the service. Default: none. @returns The lines on stderr. */
async function findErrors(settings: Settings, wrapper: string[] = []): Promise<string[]> {
  const { code, signal, stdout, stderr } = await runServer(settings, wrapper)
  expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' })
  // No stack trace, no file and no name of an error class.
  expect(stderr).not.toMatch(/^\s+at |\.ts:\d|Error:|\n\n/m)
  return stderr.split('\n').slice(0, -1)
}

/** Command that starts the service with a maximum file size of 0: every write fails, as on a full disk. */
const onFullDisk = ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh']
/** Command that starts the service without the capability with which root ignores the permissions of files. */
const asOrdinaryUser =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : []

describe.concurrent('the start fails', () => {
  it('with invalid settings, names all of them, and does not create the data folder', async () => {
    const DATA = join(await newFolder(), 'data')
    const invalid = { PORT: 'http', OPS_PORT: '70000', HOST: '0.0.0.0', AUTH_AUDIENCE: 'rooms', LOG_LEVEL: 'loud' }
    const names = (await findErrors({ ...invalid, DATA })).map((line) => line.split('=')[0])
    expect(names).toEqual(['PORT', 'OPS_PORT', 'LOG_LEVEL', 'HOST', 'AUTH_ISSUER'])
    expect(existsSync(DATA)).toBe(false)
  })

  // In /proc, mkdir of Node 26 with `recursive` never returns.
  it.each(['/proc/rooms/data', '/dev/null/data'])('with the data folder %s, which cannot be created', async (DATA) => {
    const message = new RegExp(`^The data folder ${DATA} cannot .*Make it a folder that you can write to`)
    expect(await findErrors({ DATA })).toEqual([expect.stringMatching(message)])
  })

  it('on a full disk, and leaves no partial key', async () => {
    const DATA = await newFolder()
    expect(await findErrors({ DATA }, onFullDisk)).toEqual([
      expect.stringMatching(
        / cannot be used: .*\. Check the disk and its free space, or choose another folder with DATA=\.$/,
      ),
    ])
    expect(await readdir(DATA)).toEqual([])
  })

  it.each([
    ['database', '/rooms.db', 0o444],
    ['data folder', '', 0o555],
  ])('with a read-only %s', async (_what, name, mode) => {
    const DATA = await existingDataFolder()
    await tokenFor({ DATA })
    await writeFile(join(DATA, 'page-key'), 'k'.repeat(22), { mode: 0o600 })
    await chmod(DATA + name, mode)
    expect(await findErrors({ DATA }, asOrdinaryUser)).toEqual([
      `The data folder ${DATA} cannot be used: the user of the service may not write to ${DATA + name}. ` +
        'Make the folder and its files writable, or choose another folder with DATA=.',
    ])
  })

  it('with data that is damaged, and does not change the data', async () => {
    const DATA = await existingDataFolder()
    const file = join(DATA, 'rooms.db')
    const broken = (await readFile(file)).fill('damaged', 100, 4096)
    await writeFile(file, broken)
    expect(await findErrors({ DATA })).toEqual([
      expect.stringMatching(/ cannot be used: .*\. Restore a backup, or choose another folder with DATA=\.$/),
    ])
    expect(broken.equals(await readFile(file))).toBe(true)
  })
})
