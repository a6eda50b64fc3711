// What has changed of the contract and the sources, in batches: editors write a file several times, and git many files.
import { watch } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Change {
  /** From the root, with forward slashes. */
  paths: string[]
  /** When the first of them was noticed, as of `performance.now()`. */
  since: number
}

export const contract = 'openapi.yaml'

/** What generated/ is made from. */
export const origins = [contract, 'docs/workflows.arazzo.yaml']

// generated/ is ours to write, and so is not among them.
const folders = ['server', 'client', 'data', 'test', 'tools']
const quietMs = 40

/** Watches from the call on; what changes while a batch is worked on is in the next one. */
export function watchProject(root: string): AsyncGenerator<Change> {
  const paths = new Set<string>()
  let since = 0
  let last = 0
  let noticed = Promise.withResolvers<void>()

  function notice(path: string): void {
    last = performance.now()
    if (paths.size === 0) since = last
    paths.add(path)
    noticed.resolve()
  }

  // Editors replace a file rather than write to it, which only its folder tells.
  for (const path of origins) {
    watch(join(root, dirname(path)), (_event, name) => {
      if (name === basename(path)) notice(path)
    })
  }
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      const path = `${folder}/${name?.replaceAll(sep, '/')}`
      if (isSource(path)) notice(path)
    })
  }

  async function* batches(): AsyncGenerator<Change> {
    while (true) {
      await noticed.promise
      while (performance.now() - last < quietMs) await sleep(quietMs)
      const change = { paths: [...paths], since }
      paths.clear()
      noticed = Promise.withResolvers()
      yield change
    }
  }
  return batches()
}

// Not what editors and packages leave beside them.
function isSource(path: string): boolean {
  return /\.(?:[cm]?[jt]s|json|csv|css|html|sql)$/.test(path) && !/\/(?:\.|node_modules\/|dist\/)/.test(path)
}
