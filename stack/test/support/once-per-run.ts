// Values and processes that all test files of a run share, made when a test file first asks for them. The main process
// of vitest makes them and ends them after the run, because the workers that run test files may end earlier.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type Factories = Record<string, () => Promise<unknown>>

const socketVariable = 'TEST_RUN_SOCKET'
const results = new Map<string, Promise<unknown>>()

/**
 * Offers the results of factories, by name, to the workers. Called in the main process of vitest.
 * @param folder Folder of the socket, to which only its owner can connect.
 * @returns A function that closes the socket.
 */
export function offerToTests(folder: string, load: () => Promise<Factories>): () => void {
  const path = join(folder, 'makers')
  const server = createServer(async (socket) => {
    socket.on('error', () => {}) // the worker has ended
    try {
      const name = String(await once(socket, 'data'))
      const value = await makeOnce(name, async () => (await load())[name]?.())
      socket.end(JSON.stringify({ value }))
    } catch (error) {
      socket.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
    }
  })
  server.listen(path).unref()
  process.env[socketVariable] = path
  return () => server.close()
}

/** @returns The result of the factory `name` in the main process; without vitest, of `make`. It must be JSON. */
export async function oncePerRun<T>(name: string, make: () => Promise<T>): Promise<T> {
  const path = process.env[socketVariable]
  if (path === undefined) return makeOnce(name, make)
  const socket = connect(path)
  socket.write(name)
  const { value, error } = JSON.parse(await text(socket))
  if (error !== undefined) throw new Error(error)
  return value
}

function makeOnce<T>(name: string, make: () => Promise<T>): Promise<T> {
  const value = (results.get(name) as Promise<T> | undefined) ?? make() // one name has one type
  results.set(name, value)
  return value
}
