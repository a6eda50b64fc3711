// The hooks of the client, and its handlers for tests.
import type { Fault } from '../fault.ts'

const hooks = ['test/client/react/hooks.test.ts']
const types = ['test/client/react/queries.test.ts']
const handlers = ['test/client/msw/handlers.test.ts']
const parity = ['test/proof/parity/handlers.test.ts']
const same = 'always the same'
const mutations = 'client/react/mutations.ts'
const queries = 'client/react/queries.ts'

export const clientEntryFaults: Fault[] = [
  {
    guard: 'A plant that could not be deleted is back in its list before the service is asked again.',
    file: mutations,
    edits: [['        restore?.()\n', '']],
    watch: hooks,
    named: 'puts it back where it was',
  },
  {
    guard: 'A plant is put back alone: others may have been deleted meanwhile.',
    file: 'client/react/lists.ts',
    edits: [
      [
        '(index === pageIndex ? insertInOrder(plants, plant) : plants)',
        '(index === pageIndex ? [plant, ...plants] : plants)',
      ],
    ],
    watch: hooks,
    named: 'puts it back where it was',
  },
  {
    guard: 'A list that is asked for while a plant is deleted does not bring it back.',
    file: mutations,
    edits: [['        await queries.cancelQueries({ queryKey: plantKeys.lists })\n', '']],
    watch: hooks,
    named: 'ends what asks',
  },
  {
    guard: 'Two deletions on their way do not show each other their plants again.',
    file: mutations,
    edits: [['        if (queries.isMutating({ mutationKey: plantKeys.delete }) === 1) await', '        await']],
    watch: hooks,
    named: 'the last of two',
  },
  {
    guard: 'A change is of what was seen.',
    file: mutations,
    edits: [["...('seen' in which && { header: { 'If-Match': which.seen.etag } })", '']],
    watch: hooks,
    named: 'somebody',
  },
  {
    guard: 'A refused change shows what is there now.',
    file: mutations,
    edits: [
      [
        'const isStale = error && queries.invalidateQueries({ queryKey: plantKeys.plant(idOf(which)) })',
        'const isStale = error',
      ],
    ],
    watch: hooks,
    named: 'shows what is there now',
  },
  {
    guard: 'A component that goes takes its request along.',
    file: queries,
    edits: [['api.listPlants({ query: pageParam, signal })', 'api.listPlants({ query: pageParam })']],
    watch: hooks,
    named: 'unmounted',
  },
  {
    guard: 'Only the client tries again, not TanStack Query once more.',
    file: queries,
    edits: [['const retry = false', 'const retry = 3']],
    watch: hooks,
    named: 'no more often',
  },
  {
    guard: 'A Link that leads elsewhere does not end a list without a word.',
    file: queries,
    edits: [
      [
        "    throw new PagingError(call, 'unchanged', 'the Link does not lead to another page of this list')\n",
        '    return undefined\n',
      ],
    ],
    watch: types,
  },
  {
    guard: 'Handlers look for a missing token before they look at the body.',
    file: 'client/msw/admit.ts',
    edits: [
      ["  const caller = authenticate(id, request.headers.get('Authorization'), whoIs) // 401, 403\n", ''],
      [
        '  const body = await readBody(id, request) // 400 for none, 415, 413, 400\n',
        "  const body = await readBody(id, request)\n  const caller = authenticate(id, request.headers.get('Authorization'), whoIs)\n",
      ],
    ],
    watch: parity,
    named: same,
  },
  {
    guard: 'Handlers refuse a name that is given twice.',
    file: 'client/msw/body.ts',
    edits: [
      ["  if (repeated !== undefined) throw invalid({ pointer: cut(repeated), detail: 'must be given once' })\n", ''],
    ],
    watch: parity,
    named: same,
  },
  {
    guard: 'Handlers take numbers as the service does, in plain digits.',
    file: 'client/msw/parameters.ts',
    edits: [['if (isInteger && ', 'if (isInteger && Number.isNaN(Number(value)) && ']],
    watch: parity,
    named: same,
  },
  {
    guard: 'A cursor is of no use to another caller of the handlers.',
    file: 'client/msw/collection.ts',
    edits: [['cursor !== undefined && position?.caller !== caller', 'cursor !== undefined && position === undefined']],
    watch: parity,
    named: same,
  },
  {
    guard: 'A weak entity tag lets nobody change anything.',
    file: 'client/msw/entity-tags.ts',
    edits: [['/(?:W\\/)?"[^"]*"/g', '/"[^"]*"/g']],
    watch: parity,
    named: same,
  },
  {
    guard: 'Handlers leave alone what is not of the contract.',
    file: 'client/msw/handlers.ts',
    edits: [
      ['return isOurs(path) ? { path, search: asked.search } : undefined', 'return { path, search: asked.search }'],
    ],
    watch: handlers,
  },
  {
    guard: 'An override answers nothing that the contract does not have.',
    file: 'client/msw/override.ts',
    edits: [['  status: Status\n', '  status: Status | 412\n']],
    watch: 'types',
  },
  {
    guard: 'Validators import nothing.',
    file: 'tools/generate/validators.ts',
    edits: [[`'require("ajv/dist/runtime/ucs2length").default'`, "'nothing of this name'"]],
    watch: 'generated',
  },
]
