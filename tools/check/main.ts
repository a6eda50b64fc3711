// `make check`: runs all checks but the tests, one per processor at a time. Prints the output of failed checks, and the
// last line of the comparison with the last release. Exits with status 1 if a check fails.
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const compat = 'node stack/compat/main.ts'

// The slowest first: they decide when the last check ends.
const checks: [name: string, command: string][] = [
  // The packages have declarations, which need an export of each type that they name.
  ['Check the types', 'tsc --declaration --incremental --tsBuildInfoFile node_modules/.cache/tsc.json'],
  ['Check the import directions', 'depcruise server client stack lab generated tools test'],
  ['Check that generated/ is up to date', 'node stack/generate/main.ts --check'],
  ['Check format and lint of the code', 'biome check --error-on-warnings'],
  ['Check the names in comments and of types', 'node tools/check/names.ts'],
  ['Check for breaking API changes', compat],
  ['Lint the contract and the workflows', 'node stack/redocly/lint.ts'],
]

await execute('node', ['../../command.ts', 'generate', '--quiet'], { cwd: 'stack/test/product' })
const remaining = checks.values()
await Promise.all(Array.from({ length: availableParallelism() }, runRemaining))

async function runRemaining(): Promise<void> {
  for (const [name, command] of remaining) {
    const [file = '', ...args] = command.split(' ')
    try {
      const { stdout } = await execute(file, args, { maxBuffer: 2 ** 26 })
      console.log(`ok      ${name}${command === compat ? `: ${stdout.trim().split('\n').at(-1)}` : ''}`)
    } catch (error) {
      const { stdout, stderr, message } = Object(error)
      console.log(`FAILED  ${name}: ${command}\n\n${`${stdout}${stderr}` || message}`)
      process.exitCode = 1
    }
  }
}
