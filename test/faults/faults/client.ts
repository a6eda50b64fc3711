// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is source text
// The client: where it sends its token, what it takes for an answer, and when it stops.
import type { Fault } from '../fault.ts'

const answer = 'client/answer.ts'
const pages = 'client/pages.ts'
const transport = 'client/transport.ts'
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
        "    throw new PagingError('listPlants', url, 'the Link header cannot be read', { cause })\n",
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
    file: pages,
    edits: [
      [
        'if (page.status !== 304) return page',
        'if (page.status !== 304) return page\n  if (page.response.ok === false) return { ...page, ok: true, status: 200, body: [], headers: {} } as never',
      ],
    ],
    watch: paging,
  },
  {
    guard: 'A page that is refused is an error, not an end.',
    file: pages,
    edits: [["if (!page.ok) throw new ProblemError('listPlants', url, page)", 'if (!page.ok) return']],
    watch: paging,
  },
  {
    guard: 'Redirects are not followed, neither with the token nor with a POST made a GET.',
    file: transport,
    edits: [["redirect: 'manual'", "redirect: 'follow'"]],
    watch: token,
  },
  {
    guard: 'A path parameter does not change the path.',
    file: transport,
    edits: [["value === '' || value === '.' || value === '..'", "value === ''"]],
    watch: request,
  },
  {
    guard: 'A network that failed is told from a wrong argument.',
    file: transport,
    edits: [['attempt.url && attempt.sent', '!attempt.url && attempt.sent']],
    watch: ['test/client/connection.test.ts'],
  },
  {
    guard: 'An error does not hold the query of a URL.',
    file: 'client/errors.ts',
    edits: [['this.url = url.origin + url.pathname', 'this.url = url.href']],
    watch: ['test/client/connection.test.ts'],
  },
  {
    guard: 'What is no token is not sent, nor repeated in an error.',
    file: 'client/token.ts',
    edits: [
      [
        'if (!token68.test(token)) throw new TypeError(`token is not a token: ${mend}`)',
        'if (!token68.test(token)) throw new TypeError(`token is not a token: ${token}`)',
      ],
    ],
    watch: token,
  },
  {
    guard: 'Whoever gives up a call is not kept waiting for a token.',
    file: 'client/token.ts',
    edits: [["signal.addEventListener('abort', abort)", '']],
    watch: ['test/client/abort.test.ts'],
  },
  {
    guard: 'A status that is not documented is unexpected.',
    file: answer,
    edits: [
      [
        '    case undefined:\n',
        '    case undefined:\n      if (response.ok) return { ok: true, ...answer, body: undefined }\n',
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
    edits: [['isProblem(payload) && ', 'isProblem(payload) || ']],
    watch: unexpected,
  },
]
