// The process: StrykerJS does not see the processes that tests start.
import { faultsIn } from './fault.ts'

const shutdown = 'vitest run test/ops/shutdown.test.ts'

export const processFaults = [
  ...faultsIn('server/ops/shutdown.ts', shutdown, [
    [
      'After a signal, the process closes connections that do not end.',
      ['setTimeout(() => server.closeAllConnections(), shutdownDeadlineMs).unref()', ''],
    ],
    [
      'After a signal, the process finishes the running requests.',
      ['server.close(() => close?.())', 'server.close(() => close?.()).closeAllConnections()'],
    ],
    ['A second signal ends the process at once.', ['for (const signal of signals) process.off(signal, shutDown)', '']],
  ]),
  ...faultsIn('server/main.ts', shutdown, [
    [
      'A process that is shutting down is not ready.',
      ['server.listening && (await tokens.isReady())', 'await tokens.isReady()'],
    ],
  ]),
  ...faultsIn('server/start-up.ts', 'vitest run test/process/refusals.test.ts', [
    [
      'An error at start is one line, without a stack.',
      ['error instanceof StartUpError ? error.message : error', 'error'],
    ],
  ]),
  ...faultsIn('server/auth/development.ts', 'vitest run test/process/token.test.ts', [
    ['Other users of the machine cannot read the signing key.', ['mode: 0o600', 'mode: 0o644']],
    [
      'Processes that start together share one signing key.',
      ['await link(draft, file)', 'await writeFile(file, await readFile(draft))'],
    ],
  ]),
]
