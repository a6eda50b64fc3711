// The mock as a process.
import { readFileSync } from 'node:fs'
import { orExit } from '../configuration/start-up-error.ts'
import { contract } from '../core/contract/default-contract.ts'
import { product } from '../core/product.ts'
import { closeOnSignal } from '../shutdown.ts'
import { help, readCommand } from './options.ts'
import { startMock } from './start-mock.ts'

const { path = '', methods, fields = {} } = contract.draftCollection ?? {}

await orExit(async () => {
  const command = await readCommand(process.argv.slice(2), process.env)
  if (command === 'help') return console.log(help)
  if (command === 'version') return console.log(version())
  const { port, host, options } = command
  const { url, server } = await startMock({ port, host, ...options })
  closeOnSignal({ server })
  console.log(options.stateful ? statefulGreeting(url, options.plants?.length ?? 0) : exampleGreeting(url))
  if (options.control)
    console.log(`The control API for tests is at ${url}/_mock, described at ${url}/_mock/openapi.yaml\n`)
})

function version(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}

function exampleGreeting(url: string): string {
  return `
The mock of the ${product.title} listens on ${url}
It stores nothing: every response is an example of the contract. Read the docs at ${url}/docs
Any token is valid, and Prefer selects a response:

  curl -s '${url}${path}' -H 'Authorization: Bearer any'
  curl -s '${url}${path}' -H 'Authorization: Bearer any' -H 'Prefer: code=401, example=expiredToken'
`
}

function statefulGreeting(url: string, count: number): string {
  return `
The mock of the ${product.title} listens on ${url}
It keeps what callers create until it ends. Each token has its own ${path}, with ${count === 1 ? '1 item' : `${count} items`} at the start. Read the docs at ${url}/docs
Add one, and list all:

  curl -s '${url}${path}' -H 'Authorization: Bearer any' -H 'Content-Type: application/json' -d '${exampleDraft()}'
  curl -s '${url}${path}' -H 'Authorization: Bearer any'
`
}

/** What a caller can set of the first example. */
function exampleDraft(): string {
  const [item] = Object.values(contract.examples[`${methods?.create}201`]?.bodies ?? {})
  const given = Object.entries(Object(item)).filter(([name]) => fields[name]?.create)
  return JSON.stringify(Object.fromEntries(given)).replaceAll("'", String.raw`'\''`)
}
