// The requests that the contract makes: its own examples, and of every family some, valid to the edge or with something
// wrong. Each answer must be the one the contract looks for first.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { type Check, checkOf, type Finding, ofEveryAnswer, type Trial } from './checks.ts'
import { NoAnswer } from './connection.ts'
import { operations } from './contract/openapi.ts'
import { type Answer, judge } from './contract/oracle.ts'
import { type Draft, type Facts, firstOutcome, type Outcome, outcomeOfRequest, success } from './requests/draft.ts'
import { percentEncoded } from './requests/encoding.ts'
import type { Family } from './requests/families.ts'
import { unlike } from './requests/outcome.ts'
import { prepare } from './requests/set-up.ts'
import { type Target, told } from './target.ts'

/** As many of each family as fit the target, the same from the same seed. */
export function draftsOf(
  family: Family,
  target: Target,
  { seed, perFamily }: { seed: number; perFamily: number },
): Draft[] {
  const numRuns = perFamily * (target.options.mayWrite ? 3 : 8)
  return fc
    .sample(family.drafts, { seed, numRuns })
    .filter((draft) => hasTokens(draft, target) && canBeAsked(draft, target))
    .slice(0, perFamily)
}

// Who has one token cannot show what becomes of another.
function hasTokens({ target: { path, query }, fields, setUp }: Draft, { facts }: Target): boolean {
  const text = [path, ...query, ...fields.map(([, value]) => value)].join(' ')
  const needed = [...text.matchAll(/\{(\w*token)\}/gi)].map(([, name = '']) => name)
  const ofNeighbour = setUp === "somebody else's plant" || text.includes('{otherCursor}') ? ['neighbourToken'] : []
  return [...needed, ...ofNeighbour].every((name) => name in facts)
}

/** Whether a draft may be sent. Even what must be refused could be done by a server that is wrong. */
export function canBeAsked({ operation, method, target: { path }, fields, setUp }: Draft, target: Target): boolean {
  if (target.options.mayWrite) return true
  const isRead = ['GET', 'HEAD'].includes(method) && operation.method === 'GET'
  const needed = {
    nothing: [],
    'a plant': ['id'],
    'a page': ['cursor'],
    'a used key': ['key'],
    "somebody else's plant": ['otherId'],
  }
  const isThere = needed[setUp].every((name) => name in target.facts) && !path.includes('{deletedId}')
  const ofList = setUp === 'nothing' && fields.some(([, value]) => value.includes('{etag}'))
  return isRead && isThere && !ofList
}

/** One draft for each example of a request body or a parameter. */
export function exampleDrafts(): { name: string; draft: Draft }[] {
  return operations.flatMap((operation) => {
    const bare: Draft = {
      operation,
      touched: [],
      setUp: operation.answers.has(404) ? 'a plant' : 'nothing',
      method: operation.method,
      target: { prefix: '', path: operation.path, query: [] },
      fields: [
        ['Host', '{host}'],
        ['Authorization', 'Bearer {token}'],
      ],
      body: undefined,
      chunked: false,
      outcomes: [success(operation)],
    }
    const bodies = [...operation.body].flatMap(([mediaType, { examples }]) =>
      Object.entries(examples).map(([name, value]): { name: string; draft: Draft } => ({
        name: `${operation.id}, ${mediaType} ${name}`,
        draft: {
          ...bare,
          fields: [...bare.fields, ['Content-Type', mediaType]],
          body: Buffer.from(JSON.stringify(value)),
        },
      })),
    )
    const whole = bodies.length === 0 ? [{ name: operation.id, draft: bare }] : bodies
    const queries = operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, examples }) =>
        Object.entries(examples).map(([example, value]) => ({
          name: `${operation.id}, ${name} ${example}`,
          draft: { ...bare, target: { ...bare.target, query: [`${name}=${percentEncoded(String(value), 'all')}`] } },
        })),
      )
    return [...whole, ...queries]
  })
}

/** Sends a draft and judges what comes back. */
export async function tryOut(target: Target, draft: Draft, place: Pick<Trial, 'phase' | 'name'>): Promise<Trial> {
  const { keepsNothing } = target.options
  const expected = keepsNothing ? outcomeOfRequest(draft) : firstOutcome(draft.outcomes)
  const check = checkOf(place.name, draft)
  const subjectTo: Check[] = [
    ...ofEveryAnswer,
    check,
    ...(expected.type === undefined ? [] : (['refusal_conformance'] as const)),
  ]
  let facts: Facts = target.facts
  try {
    facts = await factsFor(target, draft)
    const answer = await target.ask(draft, facts)
    const findings = [...unexpected(answer, expected, check), ...(await judge(draft.method, draft.operation, answer))]
    return { ...place, subjectTo, findings, told: told(draft, facts) }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return {
      ...place,
      subjectTo,
      findings: [{ check: 'max_response_time', says: error.message }],
      told: told(draft, facts),
    }
  }
}

// Who may only read takes what is there.
function factsFor(target: Target, draft: Draft): Promise<Facts> | Facts {
  return target.options.mayWrite ? prepare(draft, target.facts, target.where) : { ...target.facts, newId: randomUUID() }
}

function unexpected(answer: Answer, expected: Outcome, check: Check): Finding[] {
  return unlike(answer, expected).map((says) => {
    if (answer.status >= 500) return { check: 'not_a_server_error', says }
    const isOtherRefusal = answer.status >= 400 && expected.status >= 400
    return { check: isOtherRefusal && check === 'negative_data_rejection' ? 'refusal_conformance' : check, says }
  })
}
