// A single sound call of an operation, judged by the oracle, for whoever makes sequences of them.

import type { Finding } from './checks.ts'
import { type ContractOperation, operation } from './contract/openapi.ts'
import { type Answer, judge } from './contract/oracle.ts'
import type { Draft } from './requests/draft.ts'
import { type Target, told } from './target.ts'

export interface Call {
  id?: string
  query?: string[]
  fields?: Draft['fields']
  body?: unknown
}

export interface Called {
  answer: Answer
  /** The parsed body, or undefined. */
  value: unknown
  findings: Finding[]
  told: string
}

export async function call(target: Target, operationId: string, made: Call = {}): Promise<Called> {
  const named = operation(operationId)
  const draft = draftOf(named, made)
  const answer = await target.ask(draft)
  const findings = await judge(draft.method, named, answer)
  return { answer, value: parse(answer.body), findings, told: `${told(draft, target.facts)}\n→ ${answer.status}` }
}

function draftOf(named: ContractOperation, { id = '', query = [], fields = [], body }: Call): Draft {
  const ofBody: Draft['fields'] = body === undefined ? [] : [['Content-Type', [...named.body.keys()][0] ?? '']]
  return {
    operation: named,
    touched: [],
    setUp: 'nothing',
    method: named.method,
    target: { prefix: '', path: named.path.replace('{id}', id), query },
    fields: [['Host', '{host}'], ['Authorization', 'Bearer {token}'], ...ofBody, ...fields],
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    chunked: false,
    outcomes: [],
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
