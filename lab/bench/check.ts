// Before a run: each stack must respond to the requests of all workloads like the service.
import { type Response, send } from './runner/load.ts'
import type { Workload } from './runner/rounds.ts'
import type { BenchSubject } from './workloads.ts'

/** The comparable response of a stack, by workload. */
export type Responses = Map<string, string>

/** Sends one request of each workload. */
export async function collectResponses(subject: BenchSubject, groups: Workload<BenchSubject>[][]): Promise<Responses> {
  const responses: Responses = new Map()
  for (const { name, batch } of groups.flat()) {
    const { requests, onResponse } = await batch(subject, 1)
    await send(subject.url, requests, (index, response) => {
      onResponse?.(index, response)
      responses.set(name, describe(response))
    })
  }
  return responses
}

/** A line for each workload with a different response. */
export function findDifferences(name: string, expected: Responses, received: Responses): string[] {
  return [...expected].flatMap(([workload, response]) => {
    const other = received.get(workload)
    return other === response ? [] : [`${name}, ${workload}:\n  ${other}\n  instead of\n  ${response}`]
  })
}

// Ids, times and tags differ, and so do the details of problems.
function describe({ status, headers, body }: Response): string {
  // A 304 needs no Link.
  const exact = ['content-type', 'cache-control', 'vary', ...(status === 304 ? [] : ['link'])]
  const present = ['etag', 'location', 'last-modified', 'request-id'].filter((name) => headers[name])
  const values = exact.map((name) => String(headers[name] ?? '').replace(/; *charset=utf-8$/i, ''))
  const [, json = ''] = /([[{].*[\]}])/s.exec(body) ?? []
  const content = status < 400 ? json : /"type":"[^"]*"/.exec(json)?.[0]
  return [status, ...values, ...present, content].join(' ').replaceAll(changing, '…')
}

const changing = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g
