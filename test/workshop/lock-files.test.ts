// What is installed is what was looked at: each package by its hash, from whichever registry npm is told to use, and
// for each machine, not only for the one that wrote the file.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './run.ts'

interface Locked {
  version?: string
  link?: boolean
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
}

describe.each(['package-lock.json', 'tools/node/package-lock.json', 'tools/consumers/package-lock.json'])(
  '%s',
  (file) => {
    it('has a hash and no address for every package from the registry', async () => {
      const ours = (name: string) => !name.includes('node_modules/')
      for (const [name, locked] of Object.entries(await packages(file))) {
        if (ours(name) || locked.link) continue
        expect(locked, name).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) })
        expect(locked, name).not.toHaveProperty('resolved')
      }
    })

    // npm 11 refuses to install from a lock file that lacks one; npm 10 says nothing, and another machine has none.
    it('has every optional package, those for other machines included', async () => {
      const locked = await packages(file)
      const names = new Set(Object.keys(locked).map((path) => path.replace(/^.*node_modules\//, '')))
      const optional = Object.values(locked).flatMap((one) => Object.keys(one.optionalDependencies ?? {}))
      expect(optional.filter((name) => !names.has(name))).toEqual([])
    })
  },
)

it('the Node that make brings is one version, and new enough', async () => {
  const versions = Object.values(await packages('tools/node/package-lock.json')).flatMap(({ version = [] }) => version)
  expect(new Set(versions).size).toBe(1)
  const { engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const [needed, brought] = [engines.node.replace('>=', ''), versions[0]].map((version) =>
    version.split('.').map(Number),
  )
  expect(brought[0] > needed[0] || (brought[0] === needed[0] && brought[1] >= needed[1])).toBe(true)
})

it('the oldest Node that the client is tried on is the oldest it says it runs on', async () => {
  const { engines } = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8'))
  const versions = Object.entries(await packages('tools/consumers/package-lock.json'))
    .filter(([name]) => /^node_modules\/node-(?:bin-)?(?:darwin|linux)-/.test(name))
    .map(([, { version }]) => `>=${version}`)
  expect(new Set(versions)).toEqual(new Set([engines.node]))
})

async function packages(file: string): Promise<Record<string, Locked>> {
  return JSON.parse(await readFile(join(root, file), 'utf8')).packages
}
