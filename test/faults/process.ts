// What StrykerJS does not see, because tests start it in another process, and what it cannot change: numbers and the
// order of statements.
import { type Edit, faultsIn } from './fault.ts'

const shutdown = 'vitest run test/server/shutdown.test.ts test/server/monitoring/log-output.test.ts'
const pipeline = 'vitest run test/server/core/pipeline test/server/http'

const swap = (first: string, second: string): Edit => [`${first}\n    ${second}`, `${second}\n    ${first}`]
const limitCaller = 'request.limitCaller?.(caller.owner) // 429'
const accept = 'requireAcceptable(request, operation) // 406'
const body = 'const body = await readBody(request, operation) // 400 without a body, 415, 413, 400'

export const processFaults = [
  ...faultsIn('server/shutdown.ts', shutdown, [
    [
      'After a signal, the process closes connections that do not end.',
      ['setTimeout(() => server.closeAllConnections(), drainTimeoutMs).unref()', ''],
    ],
    [
      'After a signal, the process finishes the running requests.',
      ['    await server.drain()\n', '    server.closeAllConnections()\n    await server.drain()\n'],
    ],
    ['A second signal ends the process at once.', ['process.exit(128 + constants.signals[signal])', '{}']],
    [
      'Log lines that nobody reads do not keep the process alive.',
      ['setTimeout(() => process.exit(), exitTimeoutMs).unref()', ''],
    ],
  ]),
  ...faultsIn('server/http/connection.ts', shutdown, [
    [
      'A request that is on its way at a stop gets its response.',
      [
        'if (this.#socket.bytesRead === bytesRead) this.close()\n    }, idleWhileDrainingMs)',
        'this.close()\n    }, 0)',
      ],
    ],
  ]),
  ...faultsIn('server/service.ts', shutdown, [
    ['A process that is shutting down is not ready.', ['server.listening && (await store', 'true && (await store']],
  ]),
  ...faultsIn('server/configuration/start-up-error.ts', 'vitest run test/server/main/start-errors.test.ts', [
    [
      'An error at start is one line, without a stack.',
      ['error instanceof StartUpError ? error.message : error', 'error'],
    ],
  ]),
  ...faultsIn('server/auth/development-issuer.ts', 'vitest run test/server/auth/development-issuer.test.ts', [
    ['Other users of the machine cannot read the signing key.', ['mode: 0o600', 'mode: 0o644']],
    [
      'Processes that start together share one signing key.',
      ['await link(draft, file)', 'await writeFile(file, await readFile(draft))'],
    ],
  ]),
  ...faultsIn('server/core/pipeline/pipeline.ts', pipeline, [
    ['The limit per caller applies before the request is validated.', swap(limitCaller, accept)],
    ['Accept is checked before the body.', swap(accept, body)],
  ]),
  ...faultsIn('server/http/app.ts', pipeline, [
    [
      'The limit per address applies to pages too.',
      [
        '      limits?.countAddress(addressOf(req), res.locals.headers)\n      const page = pages.find(req)\n',
        '      const page = pages.find(req)\n      if (page === undefined) limits?.countAddress(addressOf(req), res.locals.headers)\n',
      ],
    ],
  ]),
]
