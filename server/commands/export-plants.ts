// Writes the whole collection as CSV, to stdout or to FILE=, which is replaced by a whole one or left alone.
import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { PlantClient } from '@plant-collection/client'
import type { Environment } from '../configuration/configuration.ts'
import { StartUpError } from '../configuration/start-up-error.ts'
import { adviceOnError } from './advice.ts'
import { connect } from './connect.ts'
import { csvLine } from './csv-line.ts'

export interface Surroundings {
  stdout: NodeJS.WritableStream
  say: (line: string) => void
  stop: AbortSignal
}

/** @throws {StartUpError} where it could not be written, or not all of it. */
export async function exportPlants(environment: Environment, { stdout, say, stop }: Surroundings): Promise<void> {
  const { FILE } = environment
  const client = await connect(environment, { say, stop })
  const lines = linesOf(client, stop)
  try {
    await (FILE ? writeWhole(FILE, lines) : pipeline(lines, stdout, { end: false }))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Whoever reads has enough, as in `make export | head`.
    if (code === 'EPIPE') return
    if (code !== undefined && !stop.aborted) {
      throw new StartUpError(`${FILE || 'stdout'} cannot be written: ${message}.`, { cause: error })
    }
    const reason = stop.aborted ? 'Stopped.' : adviceOnError(error)
    throw new StartUpError(`${reason} The export is not complete.`, { cause: error })
  }
}

async function* linesOf(client: PlantClient, signal: AbortSignal): AsyncGenerator<string> {
  // With the first page: where there is none there shall be no header either.
  let header = csvLine(['name', 'tag'])
  for await (const { body } of client.pages({ limit: 100, signal })) {
    yield header + body.map(({ name, tag }) => csvLine([name, tag])).join('')
    header = ''
  }
}

async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, lines, { flag: 'wx', flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
