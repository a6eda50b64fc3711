// The service as a process on the lowest version of Node that it supports: the HTTP parsers of Node versions differ.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folder.ts'
import { installPackages } from './installed-packages.ts'
import { type Implementation, requester } from './service.ts'
import { existingDataFolder, getLog, startProcess, tokenFor } from './service-process.ts'
import { closeAfterTests } from './shared-service.ts'

const { engines }: { engines: { node: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const version = engines.node.replace('>=', 'v')

/** Starts the service, for `describe.each` beside others on the Node of the tests. It is closed after the last test. */
export async function sharedServiceOnLowestNode(): Promise<Omit<Implementation, 'link'> & { name: string }> {
  const node = await findLowestNode()
  const settings = { DATA: await existingDataFolder(), RATE_LIMIT_PER_MINUTE: '0' }
  const service = await startProcess(settings, { node })
  const token = () => tokenFor({ DATA: settings.DATA })
  return closeAfterTests({
    name: `the service on Node ${version}`,
    url: service.url,
    token,
    request: requester(service.url, token),
    get internalErrors() {
      return getLog(service).flatMap(({ msg, err }) => (msg === 'internal error' ? [String(Object(err).message)] : []))
    },
    [Symbol.asyncDispose]: async () => {
      await service.end('SIGKILL')
    },
  })
}

/** @returns The path in LOWEST_NODE, or that of a Node from npm. @throws {Error} If this project installs none for this machine. */
export async function findLowestNode(): Promise<string> {
  const { LOWEST_NODE } = process.env
  if (LOWEST_NODE) return LOWEST_NODE
  if (process.arch !== 'x64' || !['linux', 'darwin'].includes(process.platform))
    throw new Error(`This project installs no Node ${version} for this machine. Set LOWEST_NODE= to its path.`)
  const folder = join(root, 'tools/install/lowest-node')
  await installPackages(folder, `Node ${version}, the lowest supported version, for the tests (once, 50 MB)`)
  return join(folder, `node_modules/node-${process.platform}-x64/bin/node`)
}
