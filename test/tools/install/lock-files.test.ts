// The lock files fix what is installed: each package by its hash, from any registry, and for every machine.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../stack/test/support/folder.ts'

interface LockedPackage {
  version: string
  link?: boolean
  integrity?: string
  optionalDependencies?: Record<string, string>
}

const nodeLock = 'stack/install/package-lock.json'
const consumersLock = 'lab/consumers/package-lock.json'
const baselinesLock = 'lab/baselines/package-lock.json'
const lowestNodeLock = 'tools/install/lowest-node/package-lock.json'
const otherLocks = ['chromium', 'lowest-node', 'python'].map((name) => `tools/install/${name}/package-lock.json`)
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** The packages that come from the registry, by name. */
function lockedIn(file: string): [name: string, LockedPackage][] {
  const packages: [string, LockedPackage][] = Object.entries(read(file).packages)
  const fromRegistry = packages.filter(([path, { link }]) => path.includes('node_modules/') && !link)
  return fromRegistry.map(([path, locked]) => [path.replace(/^.*node_modules\//, ''), locked])
}

function nodeVersionsIn(file: string): string[] {
  const nodes = lockedIn(file).filter(([name]) => /^node-(?:bin-)?(?:darwin|linux)-/.test(name))
  return [...new Set(nodes.map(([, { version }]) => version))]
}

describe.each(['package-lock.json', nodeLock, consumersLock, baselinesLock, ...otherLocks])('%s', (file) => {
  it('has a hash, but no address, for each package', () => {
    for (const [name, locked] of lockedIn(file)) {
      expect(locked, name).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) })
      expect(locked, name).not.toHaveProperty('resolved')
    }
  })

  // npm 11 refuses a lock file that lacks one. npm 10 ignores it, and the package is missing on other machines.
  it('has all optional packages, also those for other machines', () => {
    const names = lockedIn(file).map(([name]) => name)
    const optional = Object.values<LockedPackage>(read(file).packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    )
    expect(names).toEqual(expect.arrayContaining(optional))
  })
})

it('make installs one version of Node, and tests run on the oldest ones of the service and of the client', () => {
  const service = read('package.json').engines.node
  const [version = '', ...others] = nodeVersionsIn(nodeLock)
  expect(others).toEqual([])
  expect(version.localeCompare(service.replace('>=', ''), 'en', { numeric: true })).toBeGreaterThanOrEqual(0)
  expect(nodeVersionsIn(lowestNodeLock).map((oldest) => `>=${oldest}`)).toEqual([service])
  expect(nodeVersionsIn(consumersLock).map((oldest) => `>=${oldest}`)).toEqual([
    read('client/package.json').engines.node,
  ])
})
