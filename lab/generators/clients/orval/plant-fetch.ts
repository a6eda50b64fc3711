// The function that every generated operation calls: orval's "mutator". It adds the address and the token, as an
// application does.
import type { Connection } from '../plant-client.ts'

export interface PlantRequest extends RequestInit {
  connection?: Connection
}

export async function plantFetch<Response>(path: string, { connection, ...init }: PlantRequest): Promise<Response> {
  if (connection === undefined) throw new Error('The call has no connection.')
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${connection.token}`)
  const response = await fetch(connection.url + path, { ...init, headers })
  const text = await response.text()
  const data: unknown = text === '' ? undefined : JSON.parse(text)
  // The type has one member for each documented status. The service returns no other.
  return { data, status: response.status, headers: response.headers } as Response
}
