// `make check`: runs all checks but the tests, one per processor at a time. Prints the output of those that fail, and exits
// with 1 if one fails.
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'

// The slowest first: they decide when the last check ends.
const checks: [name: string, command: string][] = [
  ['Check the types', 'tsc --incremental --tsBuildInfoFile node_modules/.cache/tsc.json'],
  ['Check the import directions', 'depcruise server client generated tools test'],
  ['Check that generated/ is up to date', 'node tools/generate/main.ts --check'],
  ['Check format and lint of the code', 'biome check --error-on-warnings'],
  ['Check for breaking API changes', 'node tools/compat/main.ts'],
  ['Lint the contract and the workflows', 'redocly lint openapi.yaml docs/workflows.arazzo.yaml'],
]

const waiting = checks.values()
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))

async function runWaiting(): Promise<void> {
  for (const [name, command] of waiting) {
    const output = await failureOf(command)
    console.log(output === undefined ? `ok      ${name}` : `FAILED  ${name}: ${command}\n\n${output}`)
    if (output !== undefined) process.exitCode = 1
  }
}

/** @returns The output of a command that fails. */
function failureOf(command: string): Promise<string | undefined> {
  const [file = '', ...args] = command.split(' ')
  return new Promise((resolve) => {
    execFile(file, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      resolve(error === null ? undefined : `${stdout}${stderr}` || error.message)
    })
  })
}
