// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is source text
// The last look at every answer, and what is sent instead of one that fails it.
import type { Fault } from '../fault.ts'

const responses = 'server/core/pipeline/response.ts'
const reply = 'server/core/pipeline/response.ts'
const problems = 'server/core/contract/problem-kinds.ts'
const watch = ['test/server/core/pipeline/response.test.ts']
const http = ['test/server/http/http-server.test.ts']
const routing = ['test/server/core/contract/routes.test.ts']
const get = ['test/server/core/plants/plant-handlers/get-plant.test.ts']

export const answerFaults: Fault[] = [
  {
    guard: 'An answer has a documented status.',
    file: responses,
    edits: [['return [`status ${answer.status} is not documented for ${place}`]', 'return []']],
    watch,
  },
  {
    guard: "A status of HTTP itself is none of an operation's.",
    file: responses,
    edits: [['responses: operation.responses }', 'responses: { ...httpResponses, ...operation.responses } }']],
    watch,
  },
  {
    guard: 'An answer has no header that is not documented. (express-openapi-validator: looks at no header.)',
    file: responses,
    edits: [['    ...undocumented.map((name) => `header ${name} is not documented`),\n', '']],
    watch,
  },
  {
    guard: 'An answer has every required header. (express-openapi-validator: looks at no header.)',
    file: responses,
    edits: [['return header.required !== true', 'return true']],
    watch,
  },
  {
    guard: 'A header is as its schema says. (express-openapi-validator: looks at no header.)',
    file: responses,
    edits: [['return validate({ value })', 'return Boolean(validate)']],
    watch,
  },
  {
    guard: 'An answer has a documented media type. (express-openapi-validator: takes any JSON.)',
    file: responses,
    edits: [['return [`media type ${mediaType} is not documented`]', 'return []']],
    watch,
  },
  {
    guard: 'A body is as its schema says.',
    file: responses,
    edits: [['    ...(ofBody === undefined ? [] : [ofBody]),\n', '']],
    watch,
  },
  {
    guard: 'An answer that is not as documented is not sent.',
    file: reply,
    edits: [['wrong.length > 0', 'wrong.length > 99']],
    watch,
  },
  {
    guard: 'A problem that the operation does not document is not sent either.',
    file: reply,
    edits: [
      [
        '    send(res, operation, problemAnswer(problem, requestId))\n  } catch (fault) {\n    report',
        '    res.status(problemAnswer(problem, requestId).status).end()\n  } catch (fault) {\n    report',
      ],
    ],
    watch,
    named: 'a problem that the operation does not document',
  },
  {
    guard: 'A fault of ours is reported.',
    file: reply,
    edits: [["if (problem.type === '/problems/internal-error') report(thrown, requestId)", '']],
    watch,
  },
  {
    guard: 'A fault of ours says no more than that.',
    file: problems,
    edits: [
      [
        "const detail = 'Something went wrong on our side. Quote the instance to your operator.'",
        'const detail = String(thrown)',
      ],
    ],
    watch,
    named: 'says nothing of what was thrown',
  },
  {
    guard: 'A problem is named after its answer.',
    file: problems,
    edits: [['instance: `urn:uuid:${requestId}`', 'instance: `urn:uuid:${crypto.randomUUID()}`']],
    watch: http,
    named: 'answers 414',
  },
  {
    guard: 'No two answers have one name.',
    file: 'server/http/request-id.ts',
    edits: [['res.locals.requestId = newRequestId()', "res.locals.requestId = '7d44b7c2-95c5-4f0c-9c5e-3f3f4b6d1e0a'"]],
    watch: routing,
  },
  {
    guard: 'A media type has no charset, since JSON has none. (Express: adds one.)',
    file: reply,
    edits: [["res.setHeader('Content-Type', body.mediaType)", 'res.type(body.mediaType)']],
    watch: get,
  },
  {
    guard: 'HEAD has the Content-Length of GET. (Node: leaves it out by itself.)',
    file: reply,
    edits: [[".setHeader('Content-Length', text.length)", '']],
    watch: get,
  },
  {
    guard: 'What the contract leaves no choice about is on every answer.',
    file: reply,
    edits: [['constantOf(header) ?? written(name)', 'written(name)']],
    watch: get,
  },
  {
    guard: 'What cannot even be told as a problem is told without a word. (Express: with the stack.)',
    file: reply,
    edits: [['    report(another, res.locals.requestId)\n    res.status(500).end()', '    throw another']],
    watch,
  },
  {
    guard: 'What CORS and the limits have written is looked at, too.',
    file: reply,
    edits: [
      [
        'constantOf(header) ?? written(name)',
        "constantOf(header) ?? (name === 'RateLimit' ? undefined : written(name))",
      ],
    ],
    watch,
  },
]
