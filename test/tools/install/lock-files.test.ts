// The lock files fix what is installed: each package by its hash, from any registry, and for every machine.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../support/folder.ts'

interface LockedPackage {
  version?: string
  link?: boolean
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
}

const nodePackages = 'tools/install/node/package-lock.json'
const consumers = 'tools/consumers/package-lock.json'

describe.each(['package-lock.json', nodePackages, consumers])('%s', (file) => {
  it('has a hash, but no address, for each package of the registry', async () => {
    for (const [name, locked] of Object.entries(await packagesIn(file))) {
      if (!name.includes('node_modules/') || locked.link) continue
      expect(locked, name).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) })
      expect(locked, name).not.toHaveProperty('resolved')
    }
  })

  // npm 11 refuses a lock file that lacks one. npm 10 ignores it, and the package is missing on other machines.
  it('has all optional packages, also those for other machines', async () => {
    const locked = await packagesIn(file)
    const names = new Set(Object.keys(locked).map((path) => path.replace(/^.*node_modules\//, '')))
    const optional = Object.values(locked).flatMap((one) => Object.keys(one.optionalDependencies ?? {}))
    expect(optional.filter((name) => !names.has(name))).toEqual([])
  })
})

it('make installs one version of Node, which is new enough', async () => {
  const [version = '', ...others] = await nodeVersionsIn(nodePackages)
  expect(others).toEqual([])
  const required = (await requiredNode('package.json')).replace('>=', '')
  expect(version.localeCompare(required, 'en', { numeric: true })).toBeGreaterThanOrEqual(0)
})

it('the client is tested on the oldest Node that it supports', async () => {
  const versions = await nodeVersionsIn(consumers)
  expect(versions.map((version) => `>=${version}`)).toEqual([await requiredNode('client/package.json')])
})

async function nodeVersionsIn(file: string): Promise<string[]> {
  const nodes = Object.entries(await packagesIn(file)).filter(([name]) =>
    /^node_modules\/node-(?:bin-)?(?:darwin|linux)-/.test(name),
  )
  return [...new Set(nodes.flatMap(([, { version = [] }]) => version))]
}

async function requiredNode(manifest: string): Promise<string> {
  return JSON.parse(await readFile(join(root, manifest), 'utf8')).engines.node
}

async function packagesIn(file: string): Promise<Record<string, LockedPackage>> {
  return JSON.parse(await readFile(join(root, file), 'utf8')).packages
}
