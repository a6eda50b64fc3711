// `make import` and `make export` in this process, with collections of a real service.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createPlantClient, type PlantClient, type PlantDraft } from '@plant-collection/client'
import { afterAll } from 'vitest'
import { importPlants } from '../../client/csv/import.ts'
import { type CsvCommand, getExitCode } from '../../stack/csv/run-command.ts'
import { cleanUp, newFolder } from '../../stack/test/support/folder.ts'
import type { Settings } from '../../stack/test/support/process.ts'
import { startService } from './service.ts'

interface RunOptions {
  stop?: AbortSignal | undefined
  isTTY?: boolean
  /** Error of each write to stdout. */
  stdoutError?: Error
}

export async function runInProcess(command: CsvCommand, settings: Settings, options: RunOptions = {}) {
  const { stop = new AbortController().signal, isTTY = false, stdoutError } = options
  const printed = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof printed) =>
    new Writable({
      write(chunk, _encoding, done) {
        if (name === 'stdout' && stdoutError) return done(stdoutError)
        printed[name] += chunk
        done()
      },
    })
  const stdout = stream('stdout')
  const stderr = Object.assign(stream('stderr'), { isTTY })
  const code = await getExitCode(command, settings, { stdout, stderr, stop })
  // Node does not allow ending the stdout of a process.
  if (stdout.writableEnded) throw new Error('The command has ended stdout.')
  return { code, ...printed }
}

export async function getPlants(client: PlantClient): Promise<PlantDraft[]> {
  const plants = await Array.fromAsync(client.allPlants({ limit: 100 }))
  return plants.map(({ name, tag }) => ({ name, tag }))
}

/** Starts a service for a test file. @returns A function that returns an empty collection of a new principal. */
export async function startWithCollections() {
  const service = await startService()
  const folder = await newFolder()
  let callers = 0
  afterAll(() => Promise.all([cleanUp(), service[Symbol.asyncDispose]()]))

  return async () => {
    const subject = `caller ${++callers}`
    const token = (scope?: string) => service.token(subject, scope)
    const settings = { URL: service.url, TOKEN: await token(), FILE: join(folder, `${subject}.csv`) }
    async function importCsv(csv: string, more: Settings = {}) {
      await writeFile(settings.FILE, csv)
      return runInProcess(importPlants, { ...settings, ...more })
    }
    const client = createPlantClient({ baseUrl: service.url, token: () => token() })
    return { subject, service, token, settings, importCsv, client }
  }
}

/** Returns the names of `count` plants. */
export const plantNames = (count: number) => Array.from({ length: count }, (_, i) => `Plant ${i + 1}`)
