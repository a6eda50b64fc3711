// Violations of the contract, one for each check of the contract tester, which must find it. They are added to the requests
// and responses of the real service.
import { randomUUID } from 'node:crypto'
import type { Check } from '../../tester/checks.ts'
import { type Changes, rawResponse } from './front.ts'

interface Violation {
  /** The family, rule or sequences that find it. */
  foundBy: string
  /** @param token A valid one. */
  changes: (token: string) => Changes
}

const onRequest = (foundBy: string, request: NonNullable<Changes['request']>): Violation => {
  return { foundBy, changes: () => ({ request }) }
}

/** Changes responses with one status. The length of the body must stay. */
function onStatus(foundBy: string, status: number, change: (text: string) => string): Violation {
  const response = (text: string) => (text.startsWith(`HTTP/1.1 ${status} `) ? change(text) : text)
  return { foundBy, changes: () => ({ response }) }
}

/** Sends a valid token instead of those that fit. */
const withToken = (foundBy: string, fits: (text: string) => boolean): Violation => ({
  foundBy,
  changes: (token) => ({
    request: (text) =>
      fits(text)
        ? text.replace(/^Authorization: .*\r\n/gim, '').replace('\r\n', `\r\nAuthorization: Bearer ${token}\r\n`)
        : text,
  }),
})

const noLamp = 'ffffffff-ffff-7fff-bfff-ffffffffffff'

export const violations: Record<Check, Violation> = {
  // The service never gets the request.
  max_response_time: onRequest('retry of a creation', (text) => (/^Idempotency-Key/m.test(text) ? '' : text)),
  not_a_server_error: onRequest('changes', (text) => (/^PATCH/.test(text) ? rawResponse(500, {}) : text)),
  status_code_conformance: onStatus('changes', 201, (text) => text.replace('201', '202')),
  content_type_conformance: onStatus('an item that does not exist', 404, (text) =>
    text.replace('problem+json', 'json'),
  ),
  response_headers_conformance: onStatus('an entity tag that is not current', 412, (text) =>
    text.replace(/^Vary: .*\r\n/im, ''),
  ),
  response_schema_conformance: onStatus('changes', 200, (text) => text.replace('"name"', '"nome"')),
  negative_data_rejection: onRequest('unknown parameters', (text) => text.replace(/^(GET \S*)\?\S*/, '$1')),
  positive_data_acceptance: onRequest('changes', (text) => text.replace(/^PATCH.*\r\n/, '$&Accept: text/html\r\n')),
  missing_required_header: withToken(
    'missing or malformed tokens',
    (text) => !/^Authorization: Bearer \S+\r/m.test(text),
  ),
  unsupported_method: onRequest('unsupported methods', (text) =>
    text.replace(/^(?:PUT|TRACE|LINK|[A-Z]{5,}) /, 'GET '),
  ),
  allow_header_conformance: onStatus('OPTIONS', 204, (text) => text.replace(/^Allow: .*\r\n/im, 'Allow: GET, PUT\r\n')),
  use_after_free: onRequest('random sequences', (text) => (/^DELETE/.test(text) ? rawResponse(204, {}) : text)),
  ensure_resource_availability: onRequest('changes', (text) => text.replace(/^(GET \/lamps\/)\S+/, `$1${noLamp}`)),
  ignored_auth: withToken('a token that is not valid', () => true),
  refusal_conformance: onStatus('unknown parameters', 400, (text) => text.replace('"parameter"', '"parametre"')),
  listing_conformance: onRequest('limits', (text) => text.replace(/^GET \/lamps\?/, `$&after=${noLamp}&`)),
  filter_conformance: onRequest('filters', (text) => text.replace(/\btag=[^& ]*&?/, '')),
  idempotency_conformance: onRequest('retry of a creation', (text) =>
    text.replace(/^(Idempotency-Key: ).*(?=\r)/m, `$1${randomUUID()}`),
  ),
  entity_tag_conformance: onStatus('entity tags of pages', 200, (text) =>
    text.replace(/"[\w-]{27}"/, `"${'A'.repeat(27)}"`),
  ),
  ownership: withToken('items of another caller', () => true),
  lost_update: onRequest('changes with the same If-Match', (text) =>
    text.replace(/^If-Match: .*(?=\r)/m, 'If-Match: *'),
  ),
  timestamps: onStatus('changes', 200, (text) => text.replace(/"createdAt":"\d{4}/, '"createdAt":"2020')),
  same_response: onStatus('an item that does not exist', 404, (text) => text.replace('You have no', 'You had no ')),
  // Without limits, no response has the documented headers.
  documented_coverage: { foundBy: 'valid requests', changes: () => ({}) },
}
