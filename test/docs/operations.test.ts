// docs/operations.md, and the container file and the unit that it recommends.
import { cp, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { settings } from '../../server/configuration/settings.ts'
import { cleanUp, newFolder, root } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { newDatabase } from '../support/postgres/database.ts'
import { asDatabaseUser, giveToDatabaseUser, newDatabaseUserFolder } from '../support/postgres/database-user.ts'
import { outputOf, start } from '../support/process.ts'
import { startService } from '../support/service.ts'

afterAll(cleanUp)

const page = await readFile('docs/operations.md', 'utf8')
const unit = await readFile('docs/operations/plants.service', 'utf8')
const containerFile = await readFile('docs/operations/Dockerfile', 'utf8')

it('docs/operations.md keeps to 120 columns, tables and code aside', () => {
  const text = page.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
  expect(text.split('\n').filter((line) => line.length > 120 && !line.startsWith('|'))).toEqual([])
})

it('every metric of an alarm exists', async () => {
  const names = new Set(page.match(/\b(?:plants_(?:http|log|store)|nodejs|process)_\w+\b/g))
  expect(names.size).toBeGreaterThan(5)
  // With PostgreSQL, the service has all of its metrics.
  await using database = await newDatabase()
  await using service = await startService({ settings: { OPS_PORT: '0', DATABASE_URL: database.url } })
  await service.request('/plants')
  const metrics = await (await fetch(`${service.monitoringUrl}/metrics`)).text()
  expect([...names].filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(metrics))).toEqual([])
  expect(metrics).toMatch(/^plants_store_ready 1$/m)
})

it('the unit starts the built service with settings that exist', () => {
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node dist\/service.cjs$/m)
  const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name)
  expect(names).toEqual(['DATA', 'OPS_PORT'])
  expect(names.filter((name) => !(name in settings))).toEqual([])
})

/** Does what the COPY lines of a stage say. */
async function copyFiles(stage: string, from: string, to: string): Promise<void> {
  for (const [, files = '', target = ''] of stage.matchAll(/^COPY (?:--from=build )?(.*) (\S+)$/gm)) {
    for (const file of files.split(' ')) {
      const source = join(from, file.replace(/^\/build\//, ''))
      const isFolder = (await stat(source)).isDirectory()
      await cp(source, join(to, target, isFolder ? '' : basename(source)), { recursive: true })
    }
  }
}

it('the container file builds the service, which runs as another user with read-only files', {
  timeout: 60_000,
}, async () => {
  const [, build = '', image = ''] = containerFile.split(/^FROM .*$/m)
  const built = await newFolder()
  await copyFiles(build, root, built)
  // Instead of `npm ci`.
  await symlink(join(root, 'node_modules'), join(built, 'node_modules'))
  expect(build.match(/^RUN .*$/gm)).toEqual(['RUN npm ci', 'RUN npm run build'])
  await outputOf('node', ['tools/build/main.ts'], { cwd: built, timeoutMs: 60_000 })

  const folder = await newDatabaseUserFolder()
  await copyFiles(image, built, folder)
  await outputOf('chmod', ['-R', 'a+rX,a-w', folder])
  const data = await newDatabaseUserFolder()
  await writeFile(join(data, 'example-collection-added'), '')
  await giveToDatabaseUser(join(data, 'example-collection-added'))

  const [, environment = ''] = /^ENV (.*)$/m.exec(image) ?? []
  const values = Object.fromEntries(environment.split(' ').map((setting) => setting.split('=')))
  expect(values).toEqual({ HOST: '0.0.0.0', PORT: '3000', OPS_PORT: '9090', DATA: '/data' })
  const [, command = ''] = /^CMD (.*)$/m.exec(image) ?? []
  const ports = { PORT: String(await freePort()), OPS_PORT: String(await freePort()) }
  const provider = { AUTH_ISSUER: 'https://127.0.0.1:9', AUTH_AUDIENCE: 'plants', APP_CLIENT_ID: 'plants-app' }
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
  expect(await service.end()).toMatchObject({ code: 0 })
  await outputOf('chmod', ['-R', 'u+w', folder])
})
