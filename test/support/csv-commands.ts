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

interface Circumstances {
  stop?: AbortSignal | undefined
  isTTY?: boolean
  /** Errors of stdout. */
  stdoutError?: Error
}

export async function runHere(command: CsvCommand, settings: Settings, circumstances: Circumstances = {}) {
  const { stop = new AbortController().signal, isTTY = false, stdoutError } = circumstances
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

/** Starts a service for a test file. Each collection belongs to a new caller. */
export async function withCollections() {
  const service = await startService()
  const folder = await newFolder()
  let callers = 0
  afterAll(() => Promise.all([cleanUp(), service[Symbol.asyncDispose]()]))

  return async () => {
    const subject = `caller ${++callers}`
    const token = (scope?: string) => service.token(subject, scope)
    const settings = { URL: service.url, TOKEN: await token(), FILE: join(folder, `${subject}.csv`) }
    async function importing(csv: string | Buffer, more: Settings = {}, stop?: AbortSignal) {
      await writeFile(settings.FILE, csv)
      return runHere(importPlants, { ...settings, ...more }, { stop })
    }
    const client = createPlantClient({ baseUrl: service.url, token: () => token() })
    return { subject, service, token, settings, importing, client }
  }
}

/** Names of as many plants. */
export const numbered = (count: number) => Array.from({ length: count }, (_, i) => `Plant ${i + 1}`)
