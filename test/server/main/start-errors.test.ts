import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { cleanUp, newFolder } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import type { Settings } from '../../support/process.ts'
import { runServer, runToken, startProcess, usedFolder } from '../../support/service-process.ts'

afterAll(cleanUp)

/** What it says on stderr, a line each, once it has been seen to be all it does. */
async function refusal(settings: Settings, runIt = runServer): Promise<string[]> {
  const { code, signal, stdout, stderr } = await runIt({ PORT: '0', ...settings })
  expect({ code, signal, stdout }).toEqual({ code: 1, signal: null, stdout: '' })
  expect(stderr).toMatch(/\n$/)
  // No stack: neither a place in a file nor the name of an error.
  expect(stderr).not.toMatch(/^\s+at |\.ts:\d|Error:|\n\n/m)
  return stderr.slice(0, -1).split('\n')
}

describe.concurrent('a setting that cannot be used', () => {
  it.each([
    ['http', '0.0.0.0'],
    ['-1', '::'],
    ['65536', '192.168.1.1'],
    ['0x1F90', 'plants.example'],
    ['1e3', '127.0.0.1.plants.example'],
    ['8080 ', '[::1]'],
  ])('is named, and so is every other, before the data is touched: PORT=%s HOST=%s', async (PORT, HOST) => {
    const data = await newFolder()
    expect(await refusal({ PORT, HOST, DATA: data })).toEqual([
      `PORT=${PORT} is not a valid port: use a number from 0 to 65535.`,
      `HOST=${HOST} is reachable from other machines, so AUTH_ISSUER= is required. Set it, or use HOST=127.0.0.1.`,
    ])
    expect(await readdir(data)).toEqual([])
  })

  it('stops the start by itself', async () => {
    expect(await refusal({ HOST: '0.0.0.0', DATA: await newFolder() })).toEqual([expect.stringMatching(/^HOST=0/)])
  })

  it('is an address that this machine does not have', async () => {
    const lines = await refusal({ HOST: '127.0.0.999', DATA: await usedFolder() })
    expect(lines).toEqual([
      expect.stringMatching(/^127\.0\.0\.999 port 0 cannot .* choose another address with HOST=\.$/),
    ])
  })

  it('is a port in use', async () => {
    const port = await freePort()
    const holder = createServer().listen(port, '127.0.0.1')
    try {
      expect(await refusal({ PORT: String(port), DATA: await usedFolder() })).toEqual([
        `127.0.0.1 port ${port} is in use: choose another port with PORT=.`,
      ])
    } finally {
      holder.close()
    }
  })
})

describe.concurrent('a data folder that cannot be used', () => {
  const writable = /\. Make it a folder that you can write to, or choose another folder with DATA=\.$/

  it('is a file, or lies below one', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    expect(await said(file)).toMatch(writable)
    for (const data of [file, join(file, 'below')]) expect(await said(data, runToken)).toMatch(writable)
  })

  it('has a folder where the data should be', async () => {
    const data = await newFolder()
    await mkdir(join(data, 'plants.db'))
    expect(await said(data)).toMatch(writable)
  })

  it.each([
    ['none', () => Buffer.alloc(8192, 'no database ')],
    ['damaged', (file: Buffer) => Buffer.from(file).fill('damaged', 100, 4096)],
  ])('has data that is %s, which is left as it is', async (_how, breakIt) => {
    const data = await usedFolder()
    const file = join(data, 'plants.db')
    const broken = breakIt(await readFile(file))
    await writeFile(file, broken)
    expect(await said(data)).toMatch(/\. Restore a backup, or choose another folder with DATA=\.$/)
    expect(broken.equals(await readFile(file))).toBe(true)
  })

  it('was written by a newer version', async () => {
    const data = await usedFolder()
    const database = new DatabaseSync(join(data, 'plants.db'))
    database.exec('PRAGMA user_version = 999')
    database.close()
    expect(await said(data)).toMatch(/newer version.* 999.*\. You can choose another folder with DATA=\.$/)
  })

  it.each(['{\n"d": secret\n}', 'null', '{ "kty": "secret" }', '{ "kty": "OKP", "crv": "Ed25519", "d": "secret" }'])(
    'has a key that is none, of which nothing is quoted: %j',
    async (key) => {
      const data = await usedFolder()
      await writeFile(join(data, 'development-key.json'), key)
      const line = await said(data, runToken)
      expect(line).toMatch(/development-key\.json .*delete it.*\. You can choose another folder with DATA=\.$/)
      expect(line).not.toMatch('secret')
    },
  )

  it('is in use by another server, which goes on', async () => {
    const data = await usedFolder()
    const first = await startProcess({ DATA: data })
    expect(await said(data)).toMatch(/\. Stop the other server that uses it, or choose another folder with DATA=\.$/)
    expect((await fetch(`${first.url}/docs`)).status).toBe(200)
    expect(await first.end()).toMatchObject({ code: 0, stderr: '' })
  })

  /** The one line that says what is wrong with a folder. */
  async function said(data: string, runIt = runServer): Promise<string> {
    const [line = '', ...more] = await refusal({ DATA: data }, runIt)
    expect(more).toEqual([])
    expect(line.slice(0, line.indexOf(':'))).toBe(`The data folder ${data} cannot be used`)
    return line
  }
})
