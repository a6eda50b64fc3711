// What any operation can be answered, provoked from a request of its that succeeds: each example of the contract put into
// it, and each thing that can be wrong with it or with the service. Only answers that the operation documents are tried.
import {
  type ContractOperation,
  type ContractParameter,
  type Json,
  limits,
  operations,
} from '../../../../tools/contract-tester/contract/openapi.ts'
import type { Provocation, Step } from '../scenario.ts'

type Success = Pick<Provocation, 'before' | 'step'>
type Cause = Omit<Provocation, 'of'>

export function ofEveryOperation(operation: ContractOperation, success: Success): Cause[] {
  const { answers, body, scopes } = operation
  const causes = [
    ...(answers.has(401) ? ofTokens(success) : []),
    ...(answers.has(403) ? [ofScopes(success, scopes)] : []),
    ...(answers.has(429) ? ofLimits(success) : []),
    ...(answers.has(406) ? [{ cause: 'only XML will do', ...withField(success, 'Accept', 'application/xml') }] : []),
    ...(answers.has(400) ? [{ cause: 'a parameter there is not', ...withQuery(success, 'colour', 'green') }] : []),
    ...(body.size > 0 ? ofBody(operation, success) : []),
    { cause: 'the database is damaged', circumstance: 'the database is damaged', step: success.step },
    { cause: 'the issuer is away', circumstance: 'the issuer of the tokens is away', step: success.step },
  ] satisfies Cause[]
  return [...ofParameters(operation, success), ...causes]
}

function ofParameters({ parameters }: ContractOperation, success: Success): Cause[] {
  return parameters.flatMap((parameter) =>
    Object.entries(parameter.examples).map(([name, value]) => ({
      cause: `the example ${name} of ${parameter.name}`,
      ...withParameter(success, parameter, String(value)),
    })),
  )
}

function withParameter(success: Success, { in: where, name }: ContractParameter, value: string): Success {
  if (where === 'header') return withField(success, name, value)
  // Its success has the path of the examples.
  return where === 'query' ? withQuery(success, name, value) : success
}

function withQuery({ before = [], step }: Success, name: string, value: string): Success {
  const target = `${step.target}${step.target.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
  return { before, step: { ...step, target } }
}

function withField({ before = [], step }: Success, name: string, value: string): Success {
  return { before, step: { ...step, headers: { ...step.headers, [name]: value } } }
}

function withBody({ before = [], step }: Success, body: Json, mediaType = 'application/json'): Success {
  return { before, step: { ...step, body, headers: { ...step.headers, 'Content-Type': mediaType } } }
}

function ofTokens({ step }: Success): Cause[] {
  return [
    { cause: 'no token', step: { ...step, token: 'none' } },
    { cause: 'a forged token', step: { ...step, token: 'forged' } },
    { cause: 'an expired token', step: { ...step, token: 'expired' } },
  ]
}

function ofScopes({ step }: Success, needed: string[]): Cause {
  const others = operations.flatMap(({ scopes }) => scopes).filter((scope) => !needed.includes(scope))
  return { cause: 'a token that lacks the scope', step: { ...step, token: { scope: [...new Set(others)].join(' ') } } }
}

function ofLimits({ step }: Success): Cause[] {
  const anonymous: Step = { ...step, token: 'none' }
  const limited = {
    circumstance: 'a limit of one request a minute',
    // The first second of a minute is soon over where a machine is busy.
    until: ({ headers }) => headers['retry-after'] === '60',
  } satisfies Partial<Cause>
  return [
    { ...limited, cause: 'too many requests of a caller', before: [step], step },
    // Ten callers may share an address.
    { ...limited, cause: 'too many requests of an address', before: Array(10).fill(anonymous), step: anonymous },
  ]
}

function ofBody({ body }: ContractOperation, success: Success): Cause[] {
  const examples = [...body].flatMap(([mediaType, { examples }]) =>
    Object.entries(examples).map(([name, value]) => ({
      cause: `the example ${name} as ${mediaType}`,
      ...withBody(success, value, mediaType),
    })),
  )
  return [
    ...examples,
    { cause: 'a property there is not', ...withBody(success, { ...Object(success.step.body), colour: 'green' }) },
    { cause: 'a body over the limit', ...withBody(success, 'x'.repeat(limits.bodyBytes)) },
    { cause: 'a body in another media type', ...withBody(success, success.step.body ?? null, 'text/plain') },
  ]
}
