// What the contract says, for handlers to look up: which operation a path and a method name, and what it may answer.

import { type Answer, answers, httpAnswers } from '../../generated/exchanges.ts'
import { type Operation, type OperationId, operationTable } from '../operation-table.ts'
import { Refusal } from './refusal.ts'

interface Route {
  id: OperationId
  method: string
  segments: string[]
}

// True of the keys: the table has every operation, once, and nothing else.
const routes: Route[] = (Object.entries(operationTable) as [OperationId, Operation][]).map(([id, { method, path }]) => {
  return { id, method: method.toUpperCase(), segments: path.split('/') }
})

/** Whether a path begins as one of the contract's: others may be files of the page that is under test. */
export function isOurs(path: string): boolean {
  return routes.some(({ segments }) => segments[1] === path.split('/')[1])
}

/** @throws {Refusal} 404 for a path that there is not, 405 for a method that it does not have. */
export function route(method: string, path: string): OperationId {
  const there = routesAt(path)
  const found = there.find((one) => one.method === (method === 'HEAD' ? 'GET' : method))
  if (found !== undefined) return found.id
  const Allow = allowed(path)
  throw new Refusal(405, { detail: `This path has ${Allow}.`, headers: { Allow } })
}

/**
 * The methods that a path has, as `Allow` lists them.
 * @throws {Refusal} 404 for a path that there is not.
 */
export function allowed(path: string): string {
  const methods = new Set([...routesAt(path).map(({ method }) => method), 'OPTIONS'])
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort().join(', ')
}

/** The parts of a path that the operation leaves open, as they stand there. */
export function openParts(id: OperationId, path: string): [name: string, text: string][] {
  const asked = path.split('/')
  return operationTable[id].path.split('/').flatMap((segment, index) => {
    return isOpen(segment) ? [[segment.slice(1, -1), asked[index] ?? ''] as [string, string]] : []
  })
}

function routesAt(path: string): Route[] {
  const asked = path.split('/')
  const there = routes.filter(
    ({ segments }) =>
      segments.length === asked.length &&
      segments.every((segment, index) => (isOpen(segment) ? asked[index] !== '' : asked[index] === segment)),
  )
  if (there.length === 0) throw new Refusal(404, { detail: 'Nothing is at this path.' })
  return there
}

function isOpen(segment: string): boolean {
  return segment.startsWith('{')
}

/** @throws {TypeError} where the contract documents no such answer. */
export function documentedAnswer(id: OperationId | undefined, status: number): Answer {
  const own = id && answers[id]
  const found = own?.[status] ?? httpAnswers[status]
  if (found !== undefined) return found
  throw new TypeError(`${id ?? 'HTTP'} documents no answer ${status}, but ${Object.keys(own ?? httpAnswers)}`)
}

/** The status of an operation's success, and what it answers then. */
export function successOf(id: OperationId): { status: number; answer: Answer } {
  // The lint of the contract wants a success of every operation.
  const [[status, answer] = ['0', { headers: {}, examples: {} }]] = Object.entries(answers[id])
  return { status: Number(status), answer }
}
