// The scenarios that every operation has, derived from its first, successful one: each example of the contract is put into
// the request, and each documented error is caused. Errors that the operation does not document are left out.
import {
  type ContractOperation,
  type ContractParameter,
  type Json,
  limits,
  operations,
} from '../../../tools/contract-tester/contract/openapi.ts'
import type { Scenario, Step } from './scenario.ts'

type Success = Pick<Scenario, 'before' | 'step'>
type Derived = Omit<Scenario, 'of'>

export function derivedScenarios(operation: ContractOperation, success: Success): Derived[] {
  const { responses, body, scopes, parameters } = operation
  const { step } = success
  const ifDocumented = (status: number, ...scenarios: Derived[]) => (responses.has(status) ? scenarios : [])
  const otherScopes = new Set(operations.flatMap((one) => one.scopes).filter((scope) => !scopes.includes(scope)))
  return [
    ...parameters.flatMap((parameter) => parameterExamples(parameter, success)),
    ...ifDocumented(
      401,
      { cause: 'no token', step: { ...step, token: 'none' } },
      { cause: 'a forged token', step: { ...step, token: 'forged' } },
      { cause: 'an expired token', step: { ...step, token: 'expired' } },
    ),
    ...ifDocumented(403, {
      cause: 'a token that lacks the scope',
      step: { ...step, token: { scope: [...otherScopes].join(' ') } },
    }),
    ...ifDocumented(429, ...rateLimits(step)),
    ...ifDocumented(406, { cause: 'Accept without JSON', ...withHeader(success, 'Accept', 'application/xml') }),
    ...ifDocumented(400, { cause: 'an unknown parameter', ...withQuery(success, 'colour', 'green') }),
    ...(body.size > 0 ? bodies(operation, success) : []),
    { cause: 'the operation throws', circumstance: 'every operation throws', step },
    { cause: 'the database is damaged', circumstance: 'the database is damaged', step },
    { cause: 'the token issuer is down', circumstance: 'the token issuer is down', step },
  ]
}

function parameterExamples({ in: where, name, examples }: ContractParameter, success: Success): Derived[] {
  return Object.entries(examples).map(([title, value]) => {
    const cause = `the example ${title} of ${name}`
    if (where === 'header') return { cause, ...withHeader(success, name, String(value)) }
    // The path of the success is the example already.
    return { cause, ...(where === 'query' ? withQuery(success, name, String(value)) : success) }
  })
}

function withQuery({ before = [], step }: Success, name: string, value: string): Success {
  const target = `${step.target}${step.target.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
  return { before, step: { ...step, target } }
}

function withHeader({ before = [], step }: Success, name: string, value: string): Success {
  return { before, step: { ...step, headers: { ...step.headers, [name]: value } } }
}

function withBody({ before = [], step }: Success, body: Json, mediaType = 'application/json'): Success {
  return withHeader({ before, step: { ...step, body } }, 'Content-Type', mediaType)
}

const limited = {
  circumstance: 'a limit of one request a minute',
  // The example says 60. On a busy machine the first second of the minute may be over.
  until: ({ headers }) => headers['retry-after'] === '60',
} satisfies Partial<Derived>

/** The limit of an address is ten times that of a caller. */
export function tooManyFromAddress(step: Step): Derived {
  const anonymous: Step = { ...step, token: 'none' }
  return { ...limited, cause: 'too many requests of an address', before: Array(10).fill(anonymous), step: anonymous }
}

function rateLimits(step: Step): Derived[] {
  return [{ ...limited, cause: 'too many requests of a caller', before: [step], step }, tooManyFromAddress(step)]
}

function bodies({ body }: ContractOperation, success: Success): Derived[] {
  const examples = [...body].flatMap(([mediaType, { examples }]) =>
    Object.entries(examples).map(([name, value]) => ({
      cause: `the example ${name} as ${mediaType}`,
      ...withBody(success, value, mediaType),
    })),
  )
  return [
    ...examples,
    { cause: 'an unknown property', ...withBody(success, { ...Object(success.step.body), colour: 'green' }) },
    { cause: 'a body over the limit', ...withBody(success, 'x'.repeat(limits.bodyBytes)) },
    { cause: 'a compressed body', ...withHeader(success, 'Content-Encoding', 'gzip') },
    { cause: 'another media type', ...withBody(success, success.step.body ?? null, 'text/plain') },
  ]
}
