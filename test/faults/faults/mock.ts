// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is source text
// The mock: what Prism makes up without a look at the request, and the door puts right.
import type { Fault } from '../fault.ts'

const file = 'server/mock/mock.ts'
const preference = 'server/core/examples/preference.ts'
const watch = ['test/server/mock/mock.test.ts']

export const mockFaults: Fault[] = [
  {
    guard: 'The mock answers no more plants than asked for. (Prism: ignores limit.)',
    file,
    edits: [['data.slice(0, Number(req.query.limit))', 'data']],
    watch,
  },
  {
    guard: 'The second page of the mock is the last. (Prism: the same page for every cursor, without end.)',
    file,
    edits: [['req.query.cursor === undefined ? {', "req.query.cursor !== '' ? {"]],
    watch,
  },
  {
    guard: 'The first page of the mock has a next one. (Prism: leaves out what is not required.)',
    file,
    edits: [['req.query.cursor === undefined ? {', "req.query.cursor === '' ? {"]],
    watch,
  },
  {
    guard: 'The link of the mock keeps the tag.',
    file,
    edits: [["if (typeof query.tag === 'string') next.set('tag', query.tag)", '']],
    watch,
  },
  {
    guard: 'The mock refuses to prefer a status that is not documented. (Prism: makes one up.)',
    file: preference,
    edits: [['!Object.hasOwn(responses, code)', "code === ''"]],
    watch,
  },
  {
    guard: 'A status to prefer is not looked for in the prototype.',
    file: preference,
    edits: [['!Object.hasOwn(responses, code)', '!(code in responses)']],
    watch,
  },
  {
    guard: 'The mock refuses to prefer an example that there is not. (Prism: its own 404.)',
    file: preference,
    edits: [['!examples.includes(example)', "example === ''"]],
    watch,
  },
  {
    guard: 'The mock picks the example that is preferred.',
    file: preference,
    edits: [['...(example && { exampleKey: example })', '']],
    watch,
  },
  {
    guard: 'A problem of the mock is named after its answer. (Prism: repeats the example.)',
    file,
    edits: [['{ ...Object(data), instance: `urn:uuid:${requestId}` }', 'data']],
    watch,
  },
  {
    guard: 'The mock has problems also for a caller who takes only JSON. (Prism: negotiates, and has none.)',
    file,
    edits: [["accept: '*/*'", "accept: req.headers.accept ?? '*/*'"]],
    watch,
  },
  {
    guard: 'Any token will do for the mock, for every operation.',
    file,
    edits: [['new Set(scopes) })', 'new Set() })']],
    watch,
  },
  {
    guard: 'The mock sends documented headers only. (Prism: a Content-Type with a 204.)',
    file,
    edits: [['headers: Object.fromEntries(named) }', 'headers }']],
    watch,
  },
  {
    guard: 'The mock makes up no headers that an answer may lack. (Prism: takes the example of any.)',
    file,
    edits: [['required === true && name', 'required !== null && name']],
    watch: ['test/server/http/rate-limit.test.ts'],
    named: 'without limits',
  },
  {
    guard: 'Answers of the mock have names of their own. (Prism: repeats the example.)',
    file,
    edits: [[" && name !== 'Request-Id'", '']],
    watch,
  },
  {
    guard: 'The mock answers with the examples of the contract, not with random text.',
    file,
    edits: [['{ dynamic: false, ...preferredAnswer', '{ dynamic: true, ...preferredAnswer']],
    watch,
  },
  {
    guard: 'Prism gets a copy of the contract. (Prism: resolves references in place.)',
    file,
    edits: [['structuredClone(document)', 'document']],
    watch,
  },
  {
    guard: 'Prism is not waited for without end. (Prism: malformed JSON is never answered.)',
    file: 'server/mock/timeout.ts',
    edits: [['deadlineMs)\n    answer', '2 ** 30)\n    answer']],
    watch: ['test/server/mock/timeout.test.ts'],
  },
]
