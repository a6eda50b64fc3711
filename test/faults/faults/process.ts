// The process: how it starts, and what it refuses to start with.
import type { Fault } from '../fault.ts'

const refusals = ['test/server/main/start-errors.test.ts']
const firstStart = ['test/server/main/first-start.test.ts']
const token = ['test/server/auth/print-token.test.ts']

export const processFaults: Fault[] = [
  {
    guard: 'Without an issuer, the service listens on loopback only: its own tokens are for one machine.',
    file: 'server/configuration/configuration.ts',
    edits: [['if (!hasIssuer && !isLoopbackAddress(host))', 'if (!hasIssuer && host === undefined)']],
    watch: refusals,
    named: 'is named|stops the start by itself',
  },
  {
    guard: 'A port is plain digits, up to 65535.',
    file: 'server/configuration/settings.ts',
    edits: [['if (value === undefined || value > 65535)', 'if (value === undefined)']],
    watch: refusals,
    named: 'is named',
  },
  {
    guard: 'Whoever cannot start says so in a line, without a stack.',
    file: 'server/configuration/start-up-error.ts',
    edits: [['error instanceof StartUpError ? error.message : error', 'error']],
    watch: refusals,
    named: 'stops the start by itself',
  },
  {
    guard: 'A key that cannot be read is not quoted.',
    file: 'server/auth/development-issuer.ts',
    edits: [["(delete it to get a new one)'", "(delete it to get a new one) ' + cause"]],
    watch: refusals,
    named: 'has a key that is none',
  },
  {
    guard: 'The key is for its user only.',
    file: 'server/auth/development-issuer.ts',
    edits: [['mode: 0o600', 'mode: 0o644']],
    watch: token,
    named: 'keeps its key from other users',
  },
  {
    guard: 'Whoever comes first makes the key, and nobody makes a second.',
    file: 'server/auth/development-issuer.ts',
    edits: [['await link(draft, file)', 'await writeFile(file, await readFile(draft))']],
    watch: token,
    named: 'all find none at the same moment',
  },
  {
    guard: 'A scope that there is not is refused.',
    file: 'server/configuration/configuration.ts',
    edits: [['unknown.length > 0', 'unknown.length > 9']],
    watch: token,
    named: 'refuses a scope',
  },
  {
    guard: 'The example collection is added once.',
    file: 'server/example-plants.ts',
    edits: [['if (existsSync(marker)) return', '']],
    watch: firstStart,
    named: 'adds nothing, and keeps',
  },
  {
    guard: 'An example collection that was cut short is completed, not added again.',
    file: 'server/example-plants.ts',
    edits: [['!existing.has(name)', 'true']],
    watch: firstStart,
    named: 'it was killed',
  },
]
