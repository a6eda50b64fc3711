// `make export`: writes the complete collection as CSV to stdout or to FILE=.
import { pipeline } from 'node:stream/promises'
import { csvLine } from 'contract-stack/csv'
import {
  type CommandIo,
  connect,
  messageForError,
  runCommand,
  UsageError,
  writeWhole,
} from 'contract-stack/csv/command'
import { contract } from '../../generated/contract-types.ts'
import type { Client } from '../index.ts'

/** The program of the service, which prints a token. */
const program = new URL('../../server/main.ts', import.meta.url)

/** @returns The exit code. @throws {UsageError} if the export is not complete, unless the reader of stdout has closed it. */
export async function exportPlants(
  environment: NodeJS.ProcessEnv,
  { stdout, stderr, stop }: CommandIo,
): Promise<number> {
  const { FILE } = environment
  const client = await connect(contract, program, environment, { say: (line) => stderr.write(`${line}\n`), stop })
  const lines = toLines(client, stop)
  try {
    // /dev/stdout cannot be opened if it is a socket.
    const isStdout = !FILE || FILE === '/dev/stdout'
    await (isStdout ? pipeline(lines, stdout, { end: false }) : writeWhole(FILE, lines))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // The reader has read enough, as in `make export | head`.
    if (code === 'EPIPE') return 0
    if (code !== undefined && !stop.aborted) {
      throw new UsageError(`${FILE || 'stdout'} cannot be written: ${message}.`)
    }
    const reason = stop.aborted ? 'Stopped.' : messageForError(error)
    throw new UsageError(`${reason} The export is not complete.`)
  }
  return 0
}

async function* toLines(client: Client, signal: AbortSignal): AsyncGenerator<string> {
  // The header comes with the first page: without a page, nothing is written.
  let header = csvLine(['name', 'tag'])
  for await (const { body } of client.allPages('listPlants', { query: { limit: 100 }, signal })) {
    yield header + body.map(({ name, tag }) => csvLine([name, tag])).join('')
    header = ''
  }
}

// Stryker disable next-line ConditionalExpression: only a process runs it
if (import.meta.main) await runCommand(exportPlants)
