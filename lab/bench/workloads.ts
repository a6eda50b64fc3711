// What `make bench` measures. Repeated requests ask for the same again and again. Fresh ones use more tokens and pages than any
// cache holds: owners take turns, each with several tokens, and no page is asked for twice. Writes are real in both.
import { type Collection, countSmallOwners, plantId, plantNumber, plantTime } from './runner/collection.ts'
import { type Request, send } from './runner/load.ts'
import { type Target as Caller, get, list, unchanged, writes } from './runner/requests.ts'
import { batchSize, type Subject, type Workload, warmUpRounds } from './runner/rounds.ts'

/** The callers of a workload then have more tokens than the service remembers (TOKEN_CACHE_MB). */
const tokensPerOwner = 24
/** A page of 100 can start after each of the first places, and is not the last page. */
const plantsPerOwner = 29
const owners = { lists: 3_000, reads: 3_000, unchanged: 1_000, writes: 998 }
type Kind = keyof typeof owners
/** First token and number of tokens of each kind. Lists and reads have the same owners, so each has its own tokens. */
const tokensOf: Record<Kind, [first: number, count: number]> = {
  lists: [0, tokensPerOwner / 2],
  reads: [tokensPerOwner / 2, tokensPerOwner / 2],
  unchanged: [0, tokensPerOwner],
  writes: [0, tokensPerOwner],
}

export const sizes = { plantsPerOwner: 130, plants: 2 * 130 * 5_000 }

export interface BenchSubject extends Subject {
  collection: Collection
  /** Tokens of each owner, by the number of the owner. */
  tokens: string[][]
  tags: Map<string, string>
  created: Request[]
  usedSlots: Record<Kind, number>
}

interface Target extends Caller {
  /** Where a page starts that is not asked for again, by id and by time. Empty for the first page. */
  after: Record<string, string>
  afterTime: Record<string, string>
}

type Variant = 'repeated' | 'fresh'

export function signTokens(collection: Collection, sign: (owner: number) => Promise<string>): Promise<string[][]> {
  const owners = Array.from({ length: countSmallOwners(collection) + 1 }, (_, owner) => owner)
  return Promise.all(owners.map((owner) => Promise.all(Array.from({ length: tokensPerOwner }, () => sign(owner)))))
}

export function selectGroups(text: string): Workload<BenchSubject>[][] {
  return groups.filter((group) => group.some(({ name }) => name.includes(text)))
}

const pages = [20, 100]
const word = 'number'
const unchangedCount = 1_000

const groups: Workload<BenchSubject>[][] = (['repeated', 'fresh'] as const).flatMap((variant) => {
  const readWorkload = (name: string, kind: Kind, request: (target: Target) => Request): Workload<BenchSubject>[] => [
    {
      name: `${name}, ${variant}`,
      // Fresh ones need as many pages.
      count: variant === 'repeated' ? 3_000 : 1_500,
      batch: (subject, count) => ({ requests: targets(subject, variant, kind, count).map(request) }),
    },
  ]
  return [
    ...pages.map((limit) =>
      readWorkload(`list ${limit}`, 'lists', ({ token, after }) => list(token, { limit, ...after }, limit)),
    ),
    readWorkload('list 20 by time', 'lists', ({ token, afterTime }) =>
      list(token, { limit: 20, ...afterTime, sort: 'createdAt' }, 20),
    ),
    readWorkload('search 20', 'lists', ({ token, after }) => list(token, { limit: 20, ...after, q: word }, 20)),
    [
      {
        name: `unchanged list, ${variant}`,
        count: unchangedCount,
        batch: (subject, count) => ({
          requests: getPages(subject, variant, count).map((page) => unchanged(page, subject.tags.get(page.path) ?? '')),
        }),
      },
    ],
    readWorkload('get', 'reads', ({ token, plant }) => get(token, plant)),
    writes(`, ${variant}`, 800, (subject, count) => targets(subject, variant, 'writes', count)),
    readWorkload('400 limit', 'reads', ({ token }) => get(token, '/plants?limit=0', 400)),
    readWorkload('401 forged token', 'reads', ({ token }) =>
      get(`${token.slice(0, -8)}AAAAAAAA`, '/plants?limit=20', 401),
    ),
    readWorkload('404 plant', 'reads', ({ token }) => get(token, `/plants/${plantId(sizes.plants)}`, 404)),
  ]
})

function targets(subject: BenchSubject, variant: Variant, kind: Kind, count: number): Target[] {
  const { collection, tokens, usedSlots } = subject
  const target = (owner: number, index: number, slot: number, isFirstPage: boolean): Target => {
    const number = plantNumber(collection, owner, index)
    const after = plantId(number)
    return {
      token: tokens[owner]?.[slot] ?? '',
      plant: `/plants/${after}`,
      after: isFirstPage ? {} : { after },
      afterTime: isFirstPage ? {} : { after, afterValue: plantTime(number) },
    }
  }
  // Writes would change the tags of the lists.
  if (variant === 'repeated') return Array.from({ length: count }, () => target(kind === 'writes' ? 1 : 2, 0, 0, true))
  const afterReads = 3 + owners.reads
  const first = { lists: 3, reads: 3, unchanged: afterReads, writes: afterReads + owners.unchanged }[kind]
  return Array.from({ length: count }, () => {
    const number = usedSlots[kind]++
    const turn = Math.floor(number / owners[kind])
    const isPage = kind === 'lists' || kind === 'unchanged'
    if (isPage && turn >= plantsPerOwner) throw new Error('There are not enough plants. Use fewer ROUNDS.')
    const [firstToken, tokenCount] = tokensOf[kind]
    return target(first + (number % owners[kind]), turn % plantsPerOwner, firstToken + (turn % tokenCount), false)
  })
}

function getPages(subject: BenchSubject, variant: Variant, count: number): Request[] {
  return targets(subject, variant, 'unchanged', count).map(({ token, after }, index) => {
    const limit = pages[index % 2] ?? 20
    return list(token, { limit, ...after }, limit)
  })
}

/** Asks for the pages of `unchanged list` in a run, in a process of the same stack that is not measured. */
export async function learnTags(subject: BenchSubject, rounds: number): Promise<Map<string, string>> {
  const fresh = Array.from({ length: warmUpRounds + rounds }, () =>
    getPages(subject, 'fresh', batchSize(unchangedCount)),
  )
  const requests = [...getPages(subject, 'repeated', pages.length), ...fresh.flat()]
  const tags = new Map<string, string>()
  await send(subject.url, requests, (index, { headers }) => {
    tags.set(requests[index]?.path ?? '', headers.etag ?? '')
  })
  return tags
}
