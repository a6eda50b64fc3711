// What the contract documents and the service sends, in words and headers: where the two part, the gate must say so.
import type { Fault } from '../fault.ts'

const watch = ['test/proof/coverage/coverage.test.ts']
const named = 'exercises every point of the contract'
const contract = 'openapi.yaml'

export const coverageFaults: Fault[] = [
  {
    guard: 'The service sends the examples of the contract, word by word.',
    file: 'server/core/plants/plant-handlers.ts',
    edits: [["'You have no such plant.'", "'There is no such plant.'"]],
    watch,
    named,
  },
  {
    guard: 'The example of a header is what some answer says.',
    file: contract,
    edits: [['      example: 60\n', '      example: 30\n']],
    watch,
    named,
  },
  {
    guard: 'An optional header is documented only where it can be had.',
    file: contract,
    edits: [
      [
        'description: The plant is deleted. No body.\n          headers:\n',
        "description: The plant is deleted. No body.\n          headers:\n            X-Tea:\n              $ref: '#/components/headers/RateLimit'\n",
      ],
    ],
    watch,
    named,
  },
  {
    guard: 'A status is documented only where it can be had.',
    file: contract,
    edits: [
      [
        "        '204':\n          description: The plant is deleted.",
        "        '422':\n          $ref: '#/components/responses/IdempotencyKeyReused'\n        '204':\n          description: The plant is deleted.",
      ],
    ],
    watch,
    named,
  },
  {
    guard: 'What nobody provokes is missed.',
    file: 'test/proof/coverage/scenarios.ts',
    edits: [["    { cause: 'more than one page'", "    // { cause: 'more than one page'"]],
    watch,
    named,
  },
]
