// The page of the monitoring port that lets a command change the data of this service.
import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type ChangedItems, changeStored } from '../../core/resources/change-stored.ts'
import type { Api } from '../api.ts'
import { getLine, StartUpError } from '../configuration/start-up-error.ts'
import type { OpenStore } from '../store/open-store.ts'
import { changeOptions, parseChanges, readApply } from './change-notation.ts'

/** A file that proves that a command may write to the data folder. It holds for one request. */
export function proofFile(dataFolder: string, key: string): string {
  return join(dataFolder, `change-data-${key}`)
}

/** A line of the response, as JSON. */
export type ChangeEvent = { progress: ChangedItems } | { done: ChangedItems } | { failed: string }

/** @param store Not the one that validates: an invalid item is reported, and not an error. */
export function changePage(api: Api, store: OpenStore, dataFolder: string, isStopping: () => boolean) {
  let last: Promise<void> = Promise.resolve()

  async function change(body: string, res: ServerResponse): Promise<void> {
    if (res.destroyed) return
    const { schemaDigest, ...environment } = JSON.parse(body)
    const changes = parseChanges(api.contract, environment)
    const { collection } = changes
    if (schemaDigest !== collection.schemaDigest) {
      const problem = `The service that runs has another contract for ${collection.path}.`
      throw new StartUpError(`${problem} Start this version of the service first, or stop the other one.`)
    }
    const update = readApply(environment) ? store.update : undefined
    const send = (event: ChangeEvent) => res.write(`${JSON.stringify(event)}\n`)
    res.writeHead(200, { 'Content-Type': 'application/jsonl', 'Cache-Control': 'no-store', Connection: 'close' })
    // The command then knows that the service has begun.
    res.flushHeaders()
    try {
      const isOver = () => res.destroyed || isStopping()
      const onProgress = (progress: ChangedItems) => void send({ progress })
      const options = { ...changeOptions(api, changes), update, onProgress, isStopping: isOver }
      const done = await changeStored(store, options)
      // Otherwise the command says that it was interrupted.
      if (!isOver()) send({ done })
    } catch (error) {
      send({ failed: `The database failed: ${getLine(error)} Run the command again: it does the rest.` })
    }
    res.end()
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (!(await isProven(req, dataFolder))) {
      return refuse(res, 403, 'Only a command that can write to the data folder may change data. Use make change-data.')
    }
    const body = await text(req)
    // One command after the other: one that was interrupted may still have a step to do.
    const mine = last.then(() => change(body, res))
    last = mine.catch(() => {})
    await mine.catch((error) => {
      if (!(error instanceof StartUpError)) throw error
      refuse(res, 400, error.message)
    })
  }
}

async function isProven({ headers }: IncomingMessage, dataFolder: string): Promise<boolean> {
  const [, key] = /^Bearer ([\da-f-]{36})$/.exec(headers.authorization ?? '') ?? []
  if (key === undefined) return false
  return rm(proofFile(dataFolder, key)).then(
    () => true,
    () => false,
  )
}

function refuse(res: ServerResponse, status: number, problem: string): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${problem}\n`)
}
