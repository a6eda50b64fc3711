// A process that generates products for tests, because loading the generators takes longer than running them. The docs
// page takes long, too, so each product gets that of rooms. A client sends the path of a folder, and gets the errors.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
// The generators find files from the folder in which they are loaded: it must be beside the folders of the products.
import { generators } from '../../generate/generators.ts'

// The command reads the other arguments.
const [path = ''] = process.argv.splice(2, 1)
const docsPage = await readFile(new URL('../product/generated/docs.html', import.meta.url), 'utf8')
generators['docs.html'] = async () => docsPage

let errors: string[] = []
console.error = (line: string) => void errors.push(line)
let count = 0
let last = Promise.resolve('')

/** Runs the command `generate`, which uses the current folder. */
async function generateIn(folder: string): Promise<string> {
  process.chdir(folder)
  errors = []
  await import(`../../generate/main.ts?${++count}`)
  const hasFailed = process.exitCode === 1
  process.exitCode = 0
  return hasFailed ? errors.join('\n') : ''
}

const server = createServer(async (socket) => {
  const [folder] = await once(socket, 'data')
  last = last.then(() => generateIn(String(folder)))
  socket.end(await last)
})
server.listen(path)
await once(server, 'listening')
console.log('listening')
