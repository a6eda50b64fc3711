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
  const { code, example } = header === undefined ? {} : parse(header)
  const response = code === undefined ? success : [...responses.values()].find(({ status }) => String(status) === code)
  if (response === undefined) throw undocumented(`code must be one of ${[...responses.keys()].join(', ')}`)
  const names = Object.keys(examples[response.name]?.bodies ?? {})
  if (example !== undefined && !names.includes(example)) {
    throw undocumented(
      names.length === 0 ? 'this response has no examples' : `example must be one of ${names.join(', ')}`,
    )
  }
  return { response, example: example ?? names[0] }
}

function parse(header: string): Record<string, string> {
  const preferences = header.split(/[,;]/).map((preference) => {
    const [name = '', ...rest] = preference.split('=')
    const value = rest.join('=').trim()
    return [name.trim().toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
  })
  // The first one of a name counts.
  return Object.fromEntries(preferences.reverse())
}

function undocumented(detail: string): Problem {
  return invalidRequest({ header: 'Prefer', detail })
}
