// What all test files of a run share, made when the first of them asks for it. The main process of vitest makes it and
// ends it after the run: test files run in other processes, which may end earlier.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type Makers = Record<string, () => Promise<unknown>>

const variable = 'TEST_RUN_SOCKET'
const results = new Map<string, Promise<unknown>>()

/**
 * Called in the main process of vitest. It costs one socket until a test asks.
 * @param folder Of the run. Only its owner can connect.
 * @returns Closes the socket.
 */
export function offerToTests(folder: string, load: () => Promise<Makers>): () => void {
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
  process.env[variable] = path
  return () => server.close()
}

/** @returns What the main process of vitest made as `name`; without vitest, what `make` made. It must survive JSON. */
export async function oncePerRun<T>(name: string, make: () => Promise<T>): Promise<T> {
  const path = process.env[variable]
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
