// make restarts: restarts the service under load, behind nginx: one instance over SQLite, whose socket a supervisor
// holds open, and several over PostgreSQL in a rolling restart. No request may fail, and no acknowledged write may be
// lost. Then, in 200 runs, half of the requests of the client fail, and the client must report each write correctly.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../generated/index.ts'
import { exitWithError } from '../../stack/environment.ts'
import { cleanUp, cleanUpOnSignals, newFolder } from '../../stack/test/support/folder.ts'
import { freePort } from '../../stack/test/support/free-port.ts'
import { audience } from '../../stack/test/support/identity-provider.ts'
import { newDatabase } from '../../stack/test/support/postgres/database.ts'
import { run, start } from '../../stack/test/support/process.ts'
import { openSocket } from '../../stack/test/support/raw-http.ts'
import { readCount, readSeed } from '../../stack/test/support/read-settings.ts'
import { seededRandom } from '../../stack/test/support/seeded-random.ts'
import { startTokenIssuer } from '../../stack/test/support/token-issuer.ts'
import { waitFor } from '../../stack/test/support/wait.ts'
import { type ServiceProcess, startProcess, usedFolder } from '../../test/support/service-process.ts'
import { bindSocket, startSupervised } from '../../test/support/supervised-service.ts'
import { printResult, type Row } from '../print-result.ts'
import { runFaultInjection } from './fault-injection.ts'
import { startLoad } from './load.ts'
import { describeDifferences } from './write-record.ts'

cleanUpOnSignals()
await using _ = { [Symbol.asyncDispose]: cleanUp }
const restarts = readCount('RESTARTS', 1) ?? 200
const seed = readSeed()
const instances = 3

const random = seededRandom(seed)
// An identity provider is needed, because the service rejects its development tokens behind a proxy.
await using issuer = await startTokenIssuer({ scope: contract.scopes.join(' ') })
const token = await issuer.token({ exp: Math.floor(Date.now() / 1000) + 24 * 3600 })
const common = { AUTH_ISSUER: issuer.issuer, AUTH_AUDIENCE: audience, NEW_DATA: '1', RATE_LIMIT_PER_MINUTE: '0' }
const errors: string[] = []

const rows = [
  { Service: 'one instance over SQLite', ...(await restartOne()) },
  { Service: `${instances} instances over PostgreSQL`, ...(await restartSeveral()) },
  { Service: 'one instance behind a network that fails', ...(await failRequests()) },
]

printResult(
  {
    title: 'Restarts under load',
    shows:
      'No request fails while the service restarts behind nginx, and every acknowledged write is stored at the end. The client creates nothing twice and reports each write correctly, while half of its requests fail.',
    command: `make restarts SEED=${seed} RESTARTS=${restarts}`,
    rows,
  },
  errors.slice(0, 50),
)

async function restartOne(): Promise<Row> {
  const settings = { ...common, DATA: await usedFolder() }
  const socket = bindSocket()
  let service = await startSupervised(socket, settings, false)
  const row = await underLoad([socket.port], async (restart) => {
    await sleep(200 + random() * 300)
    reportCode(await service.stop())
    service = await startSupervised(socket, settings, restart % 2 === 1)
  })
  reportCode(await service.stop())
  return row
}

/** Restarts the instances in a rolling restart: the next instance as soon as the previous one is ready. */
async function restartSeveral(): Promise<Row> {
  const settings = { ...common, DATABASE_URL: (await newDatabase()).url }
  const ports = await Promise.all(Array.from({ length: instances }, () => freePort()))
  const startOn = async (port: number): Promise<ServiceProcess> => {
    const DATA = await usedFolder()
    const service = await startProcess({ ...settings, DATA, PORT: String(port), OPS_PORT: '0' })
    while ((await fetch(`${service.opsUrl}/ready`)).status !== 200) await sleep(50)
    return service
  }
  // The instances start at the same time, so all of them try to create the tables.
  const services = new Map(await Promise.all(ports.map(async (port) => [port, await startOn(port)] as const)))
  const stop = async (port: number) => reportCode((await services.get(port)?.end())?.code)
  const row = await underLoad(ports, async (restart) => {
    const port = ports[restart % instances] ?? 0
    await stop(port)
    services.set(port, await startOn(port))
  })
  for (const port of ports) await stop(port)
  return row
}

async function failRequests(): Promise<Row> {
  const result = await runFaultInjection({ seed, runs: 200 })
  errors.push(...result.errors)
  return {
    Requests: result.requests.length,
    Violations: result.errors.length,
    'Acknowledged writes': result.acknowledged,
    'Wrong or lost writes': result.lost,
  }
}

/** Restarts the service behind nginx while callers write. Then compares its plants with the responses. */
async function underLoad(ports: number[], restartOnce: (restart: number) => Promise<void>): Promise<Row> {
  const nginx = await startNginx(ports)
  const load = startLoad(nginx.url, { owner: 'gardener', token }, 16, random)
  for (let restart = 1; restart <= restarts; restart++) {
    await restartOnce(restart)
    if (restart % 10 === 0) console.log(`${restart} restarts, ${load.countResponses()} responses`)
  }
  await load.stop()
  const differences = await load.compare(nginx.url)
  const errorsOfNginx = await nginx.errors()
  await nginx.process.end()
  errors.push(...load.errors, ...describeDifferences(differences), ...errorsOfNginx)
  return {
    Restarts: restarts,
    Requests: load.countResponses(),
    Violations: load.errors.length,
    'Errors of nginx': errorsOfNginx.length,
    'Acknowledged writes': load.record.acknowledged,
    'Wrong or lost writes': differences.lost.length + differences.unexpected.length,
  }
}

/**
 * Starts a real nginx with the configuration of docs/operations/, but below a path and without TLS. If nginx is not
 * installed, this process exits with status 2. @returns The URL of the service behind nginx, and the errors of nginx.
 */
async function startNginx(servicePorts: number[]) {
  await run('nginx', ['-v']).catch(() => exitWithError('nginx is missing: install the Debian package nginx-light.'))
  const folder = await newFolder()
  const port = await freePort()
  const documented = await readFile('docs/operations/nginx.conf', 'utf8')
  const option = servicePorts.length === 1 ? '' : ' max_fails=0'
  const servers = servicePorts.map((servicePort) => `server 127.0.0.1:${servicePort}${option};`)
  const http = documented
    .replace('server 127.0.0.1:3000;', servers.join(' '))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace('location /', 'location /garden/')
    .replace('http://plants;', 'http://plants/;')
    .replaceAll(/^ *ssl_.*\n/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
  const file = join(folder, 'nginx.conf')
  const errorLog = join(folder, 'error.log')
  await writeFile(
    file,
    `daemon off; pid ${join(folder, 'pid')}; error_log ${errorLog}; events {}
http { access_log off; ${temporary.join(' ')}
${http} }`,
  )
  const process = start('nginx', ['-e', errorLog, '-p', folder, '-c', file])
  const url = `http://127.0.0.1:${port}`
  await waitFor(async () => (await openSocket(url)).destroy())
  // Lines about an instance that restarts: after a refused connection, nginx tries the next instance.
  const expected = /^$|\[notice\]|connect\(\) failed \(111: Connection refused\)/
  const errors = async () => (await readFile(errorLog, 'utf8')).split('\n').filter((line) => !expected.test(line))
  return { url: `${url}/garden`, errors, process }
}

function reportCode(code: number | null | undefined): void {
  if (code !== 0) errors.push(`The service exited with status ${code}.`)
}
