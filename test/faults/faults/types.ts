// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is source text
// What the compiler, the lint and the check of generated/ must refuse: a drift between the contract and the code.
import type { Fault } from '../fault.ts'

export const typeFaults: Fault[] = [
  {
    guard: 'Generated headers are closed. (openapi-typescript: an index signature hides every misspelt header.)',
    file: 'generated/api.d.ts',
    edits: [['Link?: string;', 'Link?: string;\n                    [name: string]: unknown;']],
    watch: 'types',
  },
  {
    guard: 'Generated headers are closed where they are generated. (openapi-typescript: an index signature.)',
    file: 'tools/generate/types.ts',
    edits: [['      .filter((member) => !ts.isIndexSignatureDeclaration(member))\n', '']],
    watch: 'generated',
  },
  {
    guard: 'An optional header is optional. (openapi-typescript: requires every header that is referred to.)',
    file: 'tools/generate/types.ts',
    edits: [['isReferenceTo(optional, member) ? asOptional(member) : member', 'member']],
    watch: 'generated',
  },
  {
    guard: 'What is generated is what the contract makes.',
    file: 'generated/openapi.json',
    edits: [['"summary": "List plants"', '"summary": "List all plants"']],
    watch: 'generated',
  },
  {
    guard: 'Every operation of the contract has a handler.',
    file: 'server/core/plants/plant-handlers.ts',
    edits: [['async deletePlant({', 'async removePlant({']],
    watch: 'types',
  },
  {
    guard: 'A handler answers with a documented status.',
    file: 'server/core/plants/plant-handlers.ts',
    edits: [['return { status: 204 }', 'return { status: 200 }']],
    watch: 'types',
  },
  {
    guard: 'A handler does not forget a required header.',
    file: 'server/core/plants/plant-handlers.ts',
    edits: [['headers: { Location: `plants/${id}`, ETag }', 'headers: { ETag }']],
    watch: 'types',
  },
  {
    guard: 'A handler answers with the documented body.',
    file: 'server/core/plants/plant-handlers.ts',
    edits: [['body: creation.plant }', 'body: creation }']],
    watch: 'types',
  },
  {
    guard: 'A problem type is one of the contract.',
    file: 'server/core/plants/plant-handlers.ts',
    edits: [["new Problem('/problems/not-found'", "new Problem('/problems/no-plant'"]],
    watch: 'types',
  },
  {
    guard: 'The type of answers is closed over the documented statuses.',
    file: 'server/core/plants/handlers.ts',
    edits: [['{ status: Status } & HeadersPart<', '{ status: number } & HeadersPart<']],
    watch: 'types',
  },
  {
    guard: 'The type of answers requires the documented headers.',
    file: 'server/core/plants/handlers.ts',
    edits: [['      : { headers: Omit<H, StandingHeader> }', '      : { headers?: Omit<H, StandingHeader> }']],
    watch: 'types',
  },
  {
    guard: 'The type of answers has the documented body.',
    file: 'server/core/plants/handlers.ts',
    edits: [['{ body: Body } : { body?: never }', '{ body: Body | unknown } : { body?: unknown }']],
    watch: 'types',
  },
  {
    guard: 'The handlers are one for each operation.',
    file: 'server/core/plants/handlers.ts',
    edits: [['{ [Id in OperationId]: (input', '{ [Id in OperationId]?: (input']],
    watch: 'types',
  },
  {
    guard: 'The client knows every documented answer of every operation.',
    file: 'generated/operations.ts',
    edits: [
      [
        "deletePlant: { method: 'delete', path: '/plants/{id}', answers: { 204: 'empty',",
        "deletePlant: { method: 'delete', path: '/plants/{id}', answers: { 204: 'json',",
      ],
    ],
    watch: 'types',
  },
  {
    guard: 'Imports point one way: the operations know nothing of HTTP.',
    file: 'server/core/plants/plant-handlers.ts',
    edits: [
      [
        "import { isDeepStrictEqual } from 'node:util'",
        "import { isDeepStrictEqual } from 'node:util'\nimport 'express'",
      ],
    ],
    watch: ['test/architecture/architecture.test.ts'],
  },
]
