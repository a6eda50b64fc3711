// Watches the contract and the sources, and reports changes in batches: an editor writes a file several times, and git
// writes many files.
import { watch } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Change {
  /** Relative to the root, with forward slashes. */
  paths: string[]
  /** When the first of the changes was noticed (`performance.now()`). */
  since: number
}

export const contract = 'openapi.yaml'

/** The files that generated/ depends on. */
export const generatorInputs = [contract, 'docs/workflows.arazzo.yaml']

// Without generated/: `make dev` writes it.
const folders = ['server', 'client', 'data', 'test', 'tools']
const quietMs = 40

/** Watches from the moment of the call. A change that comes during the work on a batch is in the next batch. */
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

  // Editors replace a file instead of writing to it, so watch its folder.
  for (const path of generatorInputs) {
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

// Excludes temporary files of editors, packages and build output.
function isSource(path: string): boolean {
  return /\.(?:[cm]?[jt]s|json|csv|css|html|sql)$/.test(path) && !/\/(?:\.|node_modules\/|dist\/)/.test(path)
}
