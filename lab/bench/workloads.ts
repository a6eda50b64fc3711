// The workloads of `make bench`. Repeated reads request the same resource each time. Fresh reads use more tokens and
// pages than a cache holds: owners take turns, each with several tokens, and no page is requested twice.
import { type Collection, countSmallOwners, plantId, plantNumber, plantTime } from './runner/collection.ts'
import { type Request, send } from './runner/load.ts'
import { type Target as Caller, get, ifChanged, list, writeWorkloads } from './runner/requests.ts'
import { batchSize, type Subject, type Workload, warmUpRounds } from './runner/rounds.ts'

/** Enough tokens that the callers of a workload have more than the service caches (TOKEN_CACHE_MB). */
const tokensPerOwner = 24
/** Plants of an owner after which a page can start: a page of 100 then is complete and not the last. */
const cursorsPerOwner = 29
const owners = { lists: 3_000, reads: 3_000, unchanged: 1_000, writes: 998 }
type Kind = keyof typeof owners
/** First token and number of tokens by kind. Lists and reads have the same owners, but different tokens. */
const tokenRange: Record<Kind, [first: number, count: number]> = {
  lists: [0, tokensPerOwner / 2],
  reads: [tokensPerOwner / 2, tokensPerOwner / 2],
  unchanged: [0, tokensPerOwner],
  writes: [0, tokensPerOwner],
}

export const sizes = { plantsPerOwner: 130, plants: 2 * 130 * 5_000 }

export interface BenchSubject extends Subject {
  collection: Collection
  /** Tokens by the number of the owner, and entity tags by the path of the page. */
  tokens: string[][]
  tags: Map<string, string>
  created: Request[]
  usedSlots: Record<Kind, number>
}

interface Target extends Caller {
  /** Cursor of a page that is not requested again, in a list by id and one by time. Empty for the first page. */
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
      // Each fresh request needs its own page.
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
          requests: getPages(subject, variant, count).map((page) => ifChanged(page, subject.tags.get(page.path) ?? '')),
        }),
      },
    ],
    readWorkload('get', 'reads', ({ token, plant }) => get(token, plant)),
    writeWorkloads(`, ${variant}`, 800, (subject, count) => targets(subject, variant, 'writes', count)),
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
  // Writes have their own owner, because they change the entity tags of lists.
  if (variant === 'repeated') return Array.from({ length: count }, () => target(kind === 'writes' ? 1 : 2, 0, 0, true))
  const afterReads = 3 + owners.reads
  const first = { lists: 3, reads: 3, unchanged: afterReads, writes: afterReads + owners.unchanged }[kind]
  return Array.from({ length: count }, () => {
    const number = usedSlots[kind]++
    const turn = Math.floor(number / owners[kind])
    const isPage = kind === 'lists' || kind === 'unchanged'
    if (isPage && turn >= cursorsPerOwner) throw new Error('There are not enough plants. Use fewer ROUNDS.')
    const [firstToken, tokenCount] = tokenRange[kind]
    return target(first + (number % owners[kind]), turn % cursorsPerOwner, firstToken + (turn % tokenCount), false)
  })
}

function getPages(subject: BenchSubject, variant: Variant, count: number): Request[] {
  return targets(subject, variant, 'unchanged', count).map(({ token, after }, index) => {
    const limit = pages[index % 2] ?? 20
    return list(token, { limit, ...after }, limit)
  })
}

/** Requests the pages of `unchanged list` from a process that is not measured. @returns Their entity tags. */
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
