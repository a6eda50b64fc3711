// Faults that lose writes in a failover, or keep them from the new primary.
import { faultsIn } from './fault.ts'

const check = 'env ROUNDS=4 node test/proof/failover/main.ts'

export const failoverFaults = [
  ...faultsIn('test/proof/failover/cluster.ts', check, [
    [
      'In a failover, the standby has every acknowledged write: it is synchronous, and not one whose receiver is frozen.',
      ['synchronous: true', 'synchronous: false'],
    ],
  ]),
  ...faultsIn('server/store/postgres-primary.ts', check, [
    [
      'In a failover, a hot standby is not taken for the primary. (libpq and postgres.js: target_session_attrs=read-write.)',
      [
        "'pg_walfile_name(pg_current_wal_lsn())'",
        `"(SELECT lpad(timeline_id::text, 8, '0') FROM pg_control_checkpoint())"`,
      ],
      ['WHEN NOT pg_is_in_recovery()', 'WHEN true'],
    ],
  ]),
  ...faultsIn('server/store/postgres-connection.ts', check, [
    [
      'In a failover, a late commit loses its connection. (PostgreSQL: a cancelled one succeeds, with a warning only.)',
      [
        "import { DatabaseError, Pool, type PoolClient } from 'pg'",
        "import { Client, DatabaseError, Pool, type PoolClient } from 'pg'",
      ],
      [
        '(isWrite ? durably(client, () => rowsOf(client, statement)) : rowsOf(client, statement))',
        'rowsOf(client, statement)',
      ],
      [
        "  const { rows } = await client.query<Row>({ ...statement, rowMode: 'array', types: text })\n  return rows",
        `  const cancel = async () => {
    const { user, password, host, port, database } = Object(client)
    const other = new Client({ user, password, host, port, database }).on('error', () => {})
    await other.connect()
    await other.query('SELECT pg_cancel_backend($1)', [Object(client).processID])
    await other.end()
  }
  const deadline = setTimeout(() => cancel().catch(() => {}), 1000)
  try {
    const { rows } = await client.query<Row>({ ...statement, rowMode: 'array', types: text })
    return rows
  } finally {
    clearTimeout(deadline)
  }`,
      ],
    ],
  ]),
]
