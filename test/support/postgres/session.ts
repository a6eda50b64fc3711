// A session that stays open for several statements. For one statement: query.ts.
import { Client } from 'pg'

export async function openSession(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // the query reports it
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
