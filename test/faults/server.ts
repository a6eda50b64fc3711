// Numbers, parts of SQL, the order of statements, and code that only processes execute: StrykerJS does not change these.
import { type Edit, faultsIn } from './fault.ts'

const shutdown = 'vitest run test/server/shutdown.test.ts test/server/monitoring/log-output.test.ts'
const pipeline = 'vitest run test/server/core/pipeline test/server/http'
const failover = 'env ROUNDS=4 node test/proof/failover/main.ts'

const swap = (first: string, second: string): Edit => [`${first}\n    ${second}`, `${second}\n    ${first}`]
const limitCaller = 'request.limitCaller?.(caller.owner) // 429'
const accept = 'requireAcceptable(request, operation) // 406'
const body = 'const body = await readBody(request, operation) // 400 without a body, 415, 413, 400'

export const serverFaults = [
  ...faultsIn('server/store/postgres-primary.ts', failover, [
    [
      'In a failover, a hot standby is not taken for the primary. (libpq and postgres.js: target_session_attrs=read-write.)',
      [
        "'pg_walfile_name(pg_current_wal_lsn())'",
        `"(SELECT lpad(timeline_id::text, 8, '0') FROM pg_control_checkpoint())"`,
      ],
      ['WHEN NOT pg_is_in_recovery()', 'WHEN true'],
    ],
  ]),
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
  ...faultsIn('server/http/http-server.ts', shutdown, [
    ['Connections that the system has accepted get a response at a stop.', ['await acceptWaiting(server)', '']],
  ]),
  ...faultsIn('server/http/http-server.ts', 'vitest run test/server/http/http-server.test.ts', [
    ['No header is lost behind a thousand others, on any Node.', ['  server.maxHeadersCount = 0\n', '']],
  ]),
  ...faultsIn('server/service.ts', 'vitest run test/server/http/connection-limit.test.ts', [
    [
      'Connections leave descriptors for probes and data.',
      ['maxConnections: connections }', 'maxConnections: configuration.maxConnections }'],
    ],
  ]),
  ...faultsIn('server/auth/secret-file.ts', 'vitest run test/server/auth/development-issuer.test.ts', [
    ['Other users of the machine cannot read the signing key.', ['mode: 0o600', 'mode: 0o644']],
  ]),
  ...faultsIn('server/core/pipeline/pipeline.ts', pipeline, [
    ['The limit per caller applies before the request is validated.', swap(limitCaller, accept)],
    ['Accept is checked before the body.', swap(accept, body)],
  ]),
  ...faultsIn('server/store/sqlite.ts', 'vitest run test/server/store/sqlite.test.ts', [
    [
      "A list contains only its owner's plants.",
      ['FROM plant WHERE owner = ? AND id > ?', 'FROM plant WHERE ? IS NOT NULL AND id > ?'],
    ],
    ['A list by tag uses its index. (SQLite: would read all plants of the owner.)', [' INDEXED BY plant_by_tag', '']],
    [
      'The store removes expired keys of their owner only.',
      ['(owner, key) IN', 'key IN'],
      ['SELECT owner, key', 'SELECT key'],
    ],
  ]),
  ...faultsIn('server/store/sqlite-file.ts', 'vitest run test/server/store/sqlite.test.ts', [
    [
      'A confirmed write is on the disk. (SQLite: NORMAL loses it in a power failure.)',
      ['synchronous = FULL', 'synchronous = NORMAL'],
    ],
    ['The database survives a killed process.', ['PRAGMA journal_mode = WAL; ', '']],
    ['A second server cannot open the database.', ['PRAGMA locking_mode = EXCLUSIVE; ', '']],
  ]),
]
