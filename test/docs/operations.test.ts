// docs/operations.md, and the files of docs/operations/. `make deployment` checks some of these with the programs that read them.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { settings } from '../../stack/server/configuration/settings.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import { startService } from '../support/service.ts'

const page = await readFile('docs/operations.md', 'utf8')
const alarms = await readFile('docs/operations/alarms.yml', 'utf8')

it('every metric that the page or an alarm names exists', async () => {
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

it('the files name settings that exist, and one port, one folder and one volume', async () => {
  const texts = (await readdir('docs/operations')).map((file) => readFile(join('docs/operations', file), 'utf8'))
  const text = (await Promise.all(texts)).join('\n')
  const settingNames = [...text.matchAll(/\b([A-Z]+_[A-Z_]+)=|name: ([A-Z_]+), value/g)].map(([, a, b]) => a ?? b ?? '')
  expect(new Set(settingNames)).toContain('SHUTDOWN_DELAY')
  expect(settingNames.filter((name) => !Object.hasOwn(settings, name))).toEqual([])
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
