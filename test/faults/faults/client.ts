// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is source text
// The client: where it sends its token, what it takes for an answer, and when it stops.
import type { Fault } from '../fault.ts'

const answer = 'client/response.ts'
const pages = 'client/paging.ts'
const transport = 'client/transport.ts'
const attempt = 'client/attempt.ts'
const outgoing = 'client/request.ts'
const success = 'client/success.ts'
const retry = ['test/client/retry.test.ts']
const refresh = ['test/client/token-refresh.test.ts']
const cache = ['test/client/cache.test.ts']
const storm = ['test/proof/storm/storm.test.ts']
const link = ['test/client/link.test.ts']
const paging = ['test/client/paging.test.ts']
const token = ['test/client/token.test.ts']
const request = ['test/client/request.test.ts']
const unexpected = ['test/client/unexpected.test.ts']

export const clientFaults: Fault[] = [
  {
    guard: 'The token goes to no other origin.',
    file: pages,
    edits: [['target.origin !== url.origin || ', '']],
    watch: link,
  },
  {
    guard: 'A link with credentials of its own is not followed.',
    file: pages,
    edits: [[' || target.username || target.password', '']],
    watch: link,
  },
  {
    guard: 'A Link that cannot be read does not end the walk without a word.',
    file: pages,
    edits: [
      [
        "    throw new PagingError(call, 'unchanged', 'the Link header is not valid', { cause })\n",
        '    return undefined\n',
      ],
    ],
    watch: link,
  },
  {
    guard: 'A link of another resource is not followed.',
    file: pages,
    edits: [['(anchor === undefined || new URL(anchor, url).href === url.href)', "anchor !== '/'"]],
    watch: link,
  },
  {
    guard: 'A walk does not go round in circles. (Prism: the same Link for every cursor.)',
    file: pages,
    edits: [['target && visited.has(target.href)', 'target && visited.size > 9']],
    watch: paging,
  },
  {
    guard: 'A 304 that was not asked for is no empty page.',
    file: success,
    edits: [
      [
        'if (answer.ok) return',
        'if (answer.status === 304) return { ...answer, body: [] } as never\n  if (answer.ok) return',
      ],
    ],
    watch: paging,
  },
  {
    guard: 'A page that is refused is an error, not an end.',
    file: pages,
    edits: [
      ['    const page = successOf(result)\n', '    if (!result.ok) return\n    const page = successOf(result)\n'],
    ],
    watch: paging,
  },
  {
    guard: 'Redirects are not followed, neither with the token nor with a POST made a GET.',
    file: attempt,
    edits: [["redirect: 'manual'", "redirect: 'follow'"]],
    watch: token,
  },
  {
    guard: 'A path parameter does not change the path.',
    file: outgoing,
    edits: [["value === '' || value === '.' || value === '..'", "value === ''"]],
    watch: request,
  },
  {
    guard: 'A network that failed is told from a wrong argument.',
    file: outgoing,
    edits: [
      [
        "throw new InputError({ operation, url, attempt: 0 }, 'unchanged', 'an argument cannot be sent', { cause })",
        'throw cause',
      ],
    ],
    watch: ['test/client/input-error.test.ts'],
  },
  {
    guard: 'An error does not hold the query of a URL.',
    file: transport,
    edits: [['url: url.origin + url.pathname', 'url: url.href']],
    watch: ['test/client/connection.test.ts'],
  },
  {
    guard: 'What is no token is not sent, nor repeated in an error.',
    file: 'client/token-provider.ts',
    edits: [
      [
        'if (!token68.test(token)) throw new TypeError(`token is not valid: ${format}`)',
        'if (!token68.test(token)) throw new TypeError(`token is not valid: ${token}`)',
      ],
    ],
    watch: token,
  },
  {
    guard: 'Whoever gives up a call is not kept waiting for a token.',
    file: 'client/timeout.ts',
    edits: [["signal?.addEventListener('abort', abort)", '']],
    watch: ['test/client/transport.test.ts'],
  },
  {
    guard: 'A status that is not documented is unexpected.',
    file: answer,
    edits: [
      [
        '    case undefined:\n',
        '    case undefined:\n      if (response.ok) return { ok: true, ...known, body: undefined }\n',
      ],
    ],
    watch: unexpected,
  },
  {
    guard: 'A success that is no JSON is unexpected: it may be a login page.',
    file: answer,
    edits: [['if (!isJson(mediaType)) return', "if (mediaType === '') return"]],
    watch: unexpected,
  },
  {
    guard: 'A base URL has no credentials.',
    file: 'client/base-url.ts',
    edits: [['if (url.username || url.password) {', "if (url.username === ':') {"]],
    watch: ['test/client/base-url.test.ts'],
  },
  {
    guard: 'The client takes the documented problems for what they are, and no others.',
    file: answer,
    edits: [['problem?.status !== status || problem.type !== documented', 'problem === undefined']],
    watch: unexpected,
  },
  {
    guard: 'A change is not sent again when its outcome is not known.',
    file: outgoing,
    edits: [["method !== 'patch' && ", '']],
    watch: retry,
  },
  {
    guard: 'A creation has the same key each time it is sent.',
    file: attempt,
    edits: [
      [
        "  headers.set('Authorization', `Bearer ${token}`)\n",
        "  headers.set('Authorization', `Bearer ${token}`)\n  if (init.method === 'POST') headers.set('Idempotency-Key', String(performance.now()))\n",
      ],
    ],
    watch: storm,
  },
  {
    guard: 'A 503 of a gateway is not taken for the word of the service that nothing was done.',
    file: 'client/retry.ts',
    edits: [['status === 503', 'response.status === 503']],
    watch: retry,
  },
  {
    guard: 'A 404 to a deletion is a success only after an attempt that may have been carried out.',
    file: answer,
    edits: [[" && earlierOutcome === 'unknown'", '']],
    watch: retry,
  },
  {
    guard: 'What an earlier attempt may have done is not forgotten.',
    file: answer,
    edits: [["(isRejected && earlierOutcome === 'unchanged')", 'isRejected']],
    watch: storm,
  },
  {
    guard: 'Retry-After is waited for.',
    file: 'client/retry.ts',
    edits: [['(response ? retryAfterMs(response.headers) : 0) + ', '']],
    watch: retry,
  },
  {
    guard: 'A wait that would go past the end of the call is not begun.',
    file: transport,
    edits: [[' && elapsedMs + waitMs < totalMs', '']],
    watch: retry,
  },
  {
    guard: 'An answer that does not come ends with its time.',
    file: 'client/timeout.ts',
    edits: [['setTimeout(() => controller.abort(createError()), ms)', 'setTimeout(() => {}, ms)']],
    watch: ['test/client/timeout.test.ts'],
    named: 'ends an attempt',
  },
  {
    guard: 'No more of a body is read than the limit.',
    file: 'client/response-text.ts',
    edits: [['bytes > limitBytes', 'bytes > limitBytes * 100']],
    watch: ['test/client/response-text.test.ts'],
  },
  {
    guard: 'All calls that meet a 401 share one refresh.',
    file: 'client/token-provider.ts',
    edits: [['refreshing || rejected.generation < generation', 'rejected.generation < generation']],
    watch: refresh,
  },
  {
    guard: 'A 401 that comes late does not refresh a token that is new.',
    file: 'client/token-provider.ts',
    edits: [['refreshing || rejected.generation < generation', 'refreshing']],
    watch: refresh,
  },
  {
    guard: 'A token is refreshed once for a call, however often it is refused.',
    file: transport,
    edits: [[' && !isRefreshed', '']],
    watch: refresh,
  },
  {
    guard: 'What was remembered of one caller is not given to another.',
    file: 'client/cache.ts',
    edits: [['if (caller !== owner) entries.clear()', '']],
    watch: cache,
  },
  {
    guard: 'An answer that comes after the caller has changed is not remembered.',
    file: 'client/cache.ts',
    edits: [['callerOf(token) !== owner || ', '']],
    watch: cache,
  },
  {
    guard: 'What is remembered has a bound.',
    file: 'client/cache.ts',
    edits: [['entries.size > maxEntries', 'entries.size > 10 * maxEntries']],
    watch: cache,
  },
  {
    guard: 'What no client can read is not remembered.',
    file: attempt,
    edits: [['result.ok && etag !== null', 'etag !== null']],
    watch: cache,
  },
]
