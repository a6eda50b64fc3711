// What is installed: the packages of the lock files, for production only some of them, and a Node that is new enough.
import { globSync, readFileSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../stack/test/support/folder.ts'
import { commandPath, getOutput, run, start } from '../../stack/test/support/process.ts'

interface LockedPackage {
  version: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}

const locks = globSync('{.,lab/*,stack/install,test/package/*,tools/install/*}/package-lock.json')
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** The packages that come from the registry, by name. */
function lockedIn(file: string): [name: string, LockedPackage][] {
  const packages: [string, LockedPackage][] = Object.entries(read(file).packages)
  const fromRegistry = packages.filter(([path, { link }]) => path.includes('node_modules/') && !link)
  return fromRegistry.map(([path, locked]) => [path.replace(/^.*node_modules\//, ''), locked])
}

it('finds the lock files', () => expect(locks).toHaveLength(7))

describe.each(locks)('%s', (file) => {
  it('has a hash but no URL for each package, including packages for other platforms', () => {
    for (const [name, locked] of lockedIn(file)) {
      expect(locked, name).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) })
      expect(locked, name).not.toHaveProperty('resolved')
    }
    // npm 11 refuses a lock file that lacks one. npm 10 ignores it, and the package is missing on other platforms.
    const packages = Object.values<LockedPackage>(read(file).packages)
    const optional = packages.flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    expect(lockedIn(file).map(([name]) => name)).toEqual(expect.arrayContaining(optional))
  })
})

it('make installs one version of Node, and tests install the lowest versions for the service and for the client', () => {
  const nodesIn = (file: string) => {
    const nodes = lockedIn(file).filter(([name]) => /^node-(?:bin-)?(?:darwin|linux)-/.test(name))
    return [...new Set(nodes.map(([, { version }]) => version))]
  }
  const service = read('package.json').engines.node
  const [version = '', ...others] = nodesIn('stack/install/package-lock.json')
  expect(others).toEqual([])
  expect(version.localeCompare(service.replace('>=', ''), 'en', { numeric: true })).toBeGreaterThanOrEqual(0)
  expect(`>=${nodesIn('tools/install/lowest-node/package-lock.json')}`).toBe(service)
  expect(`>=${nodesIn('test/package/consumers/package-lock.json')}`).toBe(read('client/package.json').engines.node)
})

describe('the installation', () => {
  // npm unpacks one package, and ends when a second interval has begun.
  const npm = `mkdir -p node_modules/one && echo {} >node_modules/one/package.json
until test -e second; do command -p sleep 0.05; done
exit "$STATUS"`
  // The first line comes when npm has unpacked a package.
  const sleepOnce = `until test -s node_modules/one/package.json; do command -p sleep 0.05; done
test ! -e first || >second; >first`
  const [version, optional] = ['1.0.0', true]
  const packages = {
    '': { version },
    'node_modules/one': { version },
    'node_modules/one/node_modules/two': { version },
    'node_modules/mac': { version, optional },
  }

  it.each([
    [0, /\nInstalled in \d+ s\.\n$/],
    [1, /MB\n$/],
  ])('prints its progress and its duration, and exits with the status %i of npm', async (code, end) => {
    await using folder = await temporaryFolder(
      ...['main.sh', 'node.sh', 'require-node.mjs'].map((file) => `stack/install/${file}`),
      'stack/package.json',
    )
    const write = (name: string, text: string) => writeFile(join(folder.path, name), text, { mode: 0o755 })
    await write('package-lock.json', JSON.stringify({ packages }, null, 2))
    await write('npm', `#!/bin/sh\n${npm}`)
    await write('sleep', `#!/bin/sh\n${sleepOnce}`)
    const settings = { PATH: [folder.path, commandPath].join(delimiter), STATUS: String(code) }
    const ended = await run('sh', ['stack/install/main.sh', 'stack/install'], { cwd: folder.path, env: settings })
    const [first, second] = ended.stderr.split('\n')
    expect({ code: ended.code, stdout: ended.stdout, first }).toEqual({
      code,
      stdout: '',
      first: 'Installing 2 packages (only once). The time depends on the network.',
    })
    expect(second).toMatch(/^ {2}\d+ s: 1 of 2 packages, \d+ MB$/)
    expect(ended.stderr).toMatch(end)
  })
})

it('npm ci --omit=dev installs a service that starts', async () => {
  const manifests = ['package.json', 'package-lock.json', '.npmrc']
  await using folder = await temporaryFolder(...manifests, 'client', 'data', 'generated', 'server', 'stack')
  const cwd = folder.path
  await getOutput('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd })
  const installed = await readdir(join(cwd, 'node_modules'))
  expect(installed).toContain('express')
  for (const name of ['msw', 'react', 'typescript', 'vitest']) expect(installed).not.toContain(name)

  const service = start('npm', ['start'], { cwd, env: { PORT: '0', LOG_LEVEL: 'error' }, detached: true })
  const [, url = ''] = await service.waitForOutput(/listening on (\S+)\n/)
  for (const path of ['/docs', '/openapi.json']) expect((await fetch(url + path)).status).toBe(200)
  const token = await getOutput(process.execPath, ['server/main.ts', 'token'], { cwd })
  const plants = await fetch(`${url}/plants?limit=1`, { headers: { Authorization: `Bearer ${token.trim()}` } })
  expect([plants.status, await plants.json()]).toEqual([200, [expect.anything()]])
  await service.end()
})

// An old Node fails on TypeScript with an unclear message, so npm start and npm test check the version first.
it.each([
  ['99.0.0', 1, `This project needs Node 99.0.0 .* this is Node ${process.versions.node}. .*make start.*\n`],
  // This version is lower only if versions are compared as numbers.
  ['9.99.99', 0, ''],
])('require-node checks for Node %s and exits with %i', async (required, code, stderr) => {
  await using folder = await temporaryFolder('stack/install/require-node.mjs')
  await writeFile(join(folder.path, 'stack/package.json'), JSON.stringify({ engines: { node: `>=${required}` } }))
  const ended = await run('node', ['stack/install/require-node.mjs'], { cwd: folder.path })
  expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(new RegExp(`^${stderr}$`)) })
})
