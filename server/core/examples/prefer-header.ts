// `Prefer: code=404, example=noPlant` (RFC 7240): the documented response that a caller of a mock wants.
import { examples } from '../../../generated/examples.ts'
import type { OperationPlan, ResponsePlan } from '../contract/plan.ts'
import { invalidRequest, type Problem } from '../problem.ts'

export interface Preference {
  response: ResponsePlan
  /** The name of an example; the first one if the caller has no preference, `undefined` if there is none. */
  example: string | undefined
}

/** @throws {Problem} 400 for a response that the operation does not document. */
export function readPreference(header: string | undefined, { responses, success }: OperationPlan): Preference {
  const wanted = parse(header ?? '')
  const code = wanted.get('code')
  const response = code === undefined ? success : /^\d{3}$/.test(code) ? responses.get(Number(code)) : undefined
  if (response === undefined) throw undocumented(`code must be one of ${[...responses.keys()].join(', ')}`)
  const names = Object.keys(examples[response.name]?.bodies ?? {})
  const example = wanted.get('example')
  if (example !== undefined && !names.includes(example)) {
    throw undocumented(
      names.length === 0 ? 'this response has no examples' : `example must be one of ${names.join(', ')}`,
    )
  }
  return { response, example: example ?? names[0] }
}

function parse(header: string): Map<string, string> {
  const pairs = header.matchAll(/(?:^|[,;])\s*(?<name>[\w-]+)\s*=\s*"?(?<value>[^",;]*?)"?\s*(?=[,;]|$)/g)
  return new Map([...pairs].map(({ groups }) => [groups?.name ?? '', groups?.value ?? '']))
}

function undocumented(detail: string): Problem {
  return invalidRequest({ header: 'Prefer', detail })
}
