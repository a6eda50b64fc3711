// The service as a process that cannot start: it exits with 1 and a message that says what to do.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { listen } from '../../../server/http/http-server.ts'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { run, type Settings } from '../../support/process.ts'
import { runServer, runToken, startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'

const holder = createServer()
const usedPort = new URL(await listen(holder, '127.0.0.1', 0)).port
afterAll(async () => {
  holder.close()
  await cleanUp()
})

/** The lines on stderr. */
async function errorsOf(settings: Settings, runIt = runServer): Promise<string[]> {
  const { code, signal, stdout, stderr } = await runIt({ PORT: '0', ...settings })
  expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' })
  expect(stderr).toMatch(/\n$/)
  // No stack, no file and no name of an error class.
  expect(stderr).not.toMatch(/^\s+at |\.ts:\d|Error:|\n\n/m)
  return stderr.slice(0, -1).split('\n')
}

describe.concurrent('the start fails', () => {
  it('for invalid settings, names all of them, and neither listens nor creates the data folder', async () => {
    const data = join(await newFolder(), 'data')
    const invalid = { PORT: 'http', OPS_PORT: '70000', HOST: '0.0.0.0', AUTH_AUDIENCE: 'plants', LOG_LEVEL: 'loud' }
    const names = (lines: string[]) => lines.map((line) => line.split('=')[0])
    expect(names(await errorsOf({ ...invalid, DATA: data }))).toEqual([
      'PORT',
      'OPS_PORT',
      'LOG_LEVEL',
      'HOST',
      'AUTH_ISSUER',
    ])
    // If it listened, it would report the used port.
    expect(names(await errorsOf({ PORT: usedPort, LOG_LEVEL: 'loud', DATA: data }))).toEqual(['LOG_LEVEL'])
    expect(existsSync(data)).toBe(false)
  })

  it('for an address that the machine does not have', async () => {
    expect(await errorsOf({ HOST: '127.0.0.999', DATA: await usedFolder() })).toEqual([
      expect.stringMatching(/^127\.0\.0\.999 port 0 cannot .* choose another address with HOST=\.$/),
    ])
  })

  it.each(['PORT', 'OPS_PORT'])('for %s in use', async (name) => {
    expect(await errorsOf({ [name]: usedPort, DATA: await usedFolder() })).toEqual([
      `127.0.0.1 port ${usedPort} is in use: choose another port with ${name}=.`,
    ])
  })
})

/** The only line on stderr. */
async function folderError(data: string, runIt = runServer): Promise<string> {
  const [line = '', ...others] = await errorsOf({ DATA: data }, runIt)
  expect(others).toEqual([])
  expect(line.slice(0, line.indexOf(':'))).toBe(`The data folder ${data} cannot be used`)
  return line
}

/** With a limit of 0 for the size of files, every write fails, as on a full disk. */
function onFullDisk(script: string) {
  return (settings: Settings) =>
    run('sh', ['-c', 'ulimit -f 0; exec "$0" "$1"', process.execPath, script], { settings })
}

describe.concurrent('the start fails for a data folder', () => {
  const checkDisk = /\. Check the disk and its free space, or choose another folder with DATA=\.$/
  const makeWritable = /\. Make it a folder that you can write to, or choose another folder with DATA=\.$/

  it('that is a file or in a file', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    expect(await folderError(file)).toMatch(makeWritable)
    for (const data of [file, join(file, 'folder')]) expect(await folderError(data, runToken)).toMatch(makeWritable)
  })

  it('that cannot be created, although its parent exists', async () => {
    expect(await folderError('/proc/plants')).toMatch(makeWritable)
  })

  it.each(['server/auth/print-token.ts', 'server/main.ts'])(
    'on a full disk, and leaves no part of a key: %s',
    async (script) => {
      const data = await newFolder()
      expect(await folderError(data, onFullDisk(script))).toMatch(checkDisk)
      expect(await readdir(data)).toEqual([])
    },
  )

  it('on a disk that is full after a key was created', async () => {
    const data = await newFolder()
    await tokenFor({ DATA: data })
    expect(await folderError(data, onFullDisk('server/main.ts'))).toMatch(checkDisk)
  })

  it('with a folder in place of the data', async () => {
    const data = await newFolder()
    await mkdir(join(data, 'plants.db'))
    expect(await folderError(data)).toMatch(makeWritable)
  })

  it.each([
    ['is not a database', () => Buffer.alloc(8192, 'no database ')],
    ['is damaged', (file: Buffer) => Buffer.from(file).fill('damaged', 100, 4096)],
  ])('with data that %s, and does not change the data', async (_what, breakData) => {
    const data = await usedFolder()
    const file = join(data, 'plants.db')
    const broken = breakData(await readFile(file))
    await writeFile(file, broken)
    expect(await folderError(data)).toMatch(/\. Restore a backup, or choose another folder with DATA=\.$/)
    expect(broken.equals(await readFile(file))).toBe(true)
  })

  it('of a newer version', async () => {
    const data = await usedFolder()
    const database = new DatabaseSync(join(data, 'plants.db'))
    database.exec('PRAGMA user_version = 999')
    database.close()
    expect(await folderError(data)).toMatch(/newer version.* 999.*\. You can choose another folder with DATA=\.$/)
  })

  it.each([
    ...['', '{\n"d": secret\n}', 'null', '{ "kty": "secret" }', '{ "kty": "OKP", "crv": "Ed25519", "d": "secret" }'],
  ])('with an invalid key, and does not print the key: %j', async (key) => {
    const data = await usedFolder()
    await writeFile(join(data, 'development-key.json'), key)
    const line = await folderError(data, runToken)
    expect(line).toMatch(/development-key\.json .*delete it.*\. You can choose another folder with DATA=\.$/)
    expect(line).not.toMatch('secret')
  })

  it('that another server uses, which continues', async () => {
    const data = await usedFolder()
    const first = await startProcess({ DATA: data })
    expect(await folderError(data)).toMatch(
      /\. Stop the other server that uses it, or choose another folder with DATA=\.$/,
    )
    expect((await fetch(`${first.url}/docs`)).status).toBe(200)
    expect(await first.end()).toMatchObject({ code: 0, stderr: '' })
  })
})
