// `make check`: runs all checks but the tests, one per processor at a time. Prints the output of those that fail, and exits
// with 1 if one fails.
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

// The slowest first: they decide when the last check ends.
const checks: [name: string, command: string][] = [
  ['Check the types', 'tsc --incremental --tsBuildInfoFile node_modules/.cache/tsc.json'],
  ['Check the import directions', 'depcruise server client stack lab generated tools test'],
  ['Check that generated/ is up to date', 'node stack/generate/main.ts --check'],
  ['Check format and lint of the code', 'biome check --error-on-warnings'],
  ['Check for breaking API changes', 'node stack/compat/main.ts'],
  ['Lint the contract and the workflows', 'node stack/redocly/lint.ts'],
]

const waiting = checks.values()
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))

async function runWaiting(): Promise<void> {
  for (const [name, command] of waiting) {
    const [file = '', ...args] = command.split(' ')
    try {
      await promisify(execFile)(file, args, { maxBuffer: 2 ** 26 })
      console.log(`ok      ${name}`)
    } catch (error) {
      const { stdout, stderr, message } = Object(error)
      console.log(`FAILED  ${name}: ${command}\n\n${`${stdout}${stderr}` || message}`)
      process.exitCode = 1
    }
  }
}
