// In what the mock may differ from the service, and why. A run counts them; one that does not occur any more is an error.
import type { Difference } from '../../../tools/contract-tester/requests/draft.ts'

const keepsNothing = 'The mock keeps nothing. Asked with Prefer, it answers in the same form.'
const believesAll =
  'The mock takes any token, so that nobody needs one. Asked with Prefer, it answers in the same form.'

const saysToAll = 'Pages of any origin may use the mock, and it says so to everybody.'

export const allowedDifferences: Record<Difference, string> & Record<`the field ${string}`, string> = {
  'a token that is not known': believesAll,
  'a token that lacks a scope': believesAll,
  'a cursor that nobody was given': keepsNothing,
  'a plant that is not there': keepsNothing,
  'a key used before': keepsNothing,
  'an entity tag that is current': keepsNothing,
  'an entity tag that is not current': keepsNothing,
  'the field link': 'The list of the mock has always two pages, that of the service as many as its plants need.',
  'the field access-control-allow-origin': saysToAll,
  'the field access-control-expose-headers': saysToAll,
}
