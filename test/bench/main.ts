// make bench: compares the service with other stacks. RECORD=1 stores the figures of a complete run and writes
// docs/performance.md.
import { join } from 'node:path'
import { readCount, readSeed, refuse } from '../../tools/contract-tester/settings.ts'
import { cleanUp, cleanUpOnSignals, newFolder } from '../support/folder.ts'
import { audience } from '../support/identity-provider.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startTokenIssuer } from '../support/token-issuer.ts'
import { type Callers, differences, type Responses, responsesOf, validation } from './check.ts'
import { ContenderProcess } from './contender-process.ts'
import { type Contender, contenders, ours } from './contenders.ts'
import { pinLoad } from './cores.ts'
import { brokenOwner, copyData, createData, freshOwners, subjectOf } from './data.ts'
import { type ContenderFigures, type Figures, writeFigures } from './figures.ts'
import { learnTags, measure, type Running } from './measure.ts'
import { summary, writePage } from './page.ts'
import { peerVersions, preparePeers } from './peers.ts'
import { planRounds } from './plan.ts'
import { measureStart } from './starts.ts'
import { type Workload, workloads } from './workloads.ts'

const defaultRounds = 7
const starts = 5
/** One workload alone has fewer requests, so it needs more rounds until the code is compiled. */
const manyWarmUpRounds = 4

const { RECORD, WORKLOAD = '', CONTENDER = '' } = process.env
const rounds = readCount('ROUNDS', 1) ?? defaultRounds
const seed = readSeed()
const warmUpRounds = WORKLOAD ? manyWarmUpRounds : 1
const chosen = { workloads: choose('WORKLOAD', WORKLOAD, workloads), contenders: chooseContenders() }
if (RECORD && (rounds < defaultRounds || WORKLOAD || CONTENDER)) {
  refuse(`RECORD=1 is for complete runs: leave out WORKLOAD and CONTENDER, and use ROUNDS=${defaultRounds} or more.`)
}
if (process.platform !== 'linux') refuse('make bench needs Linux: it reads the CPU time of all threads from /proc.')

cleanUpOnSignals()
await preparePeers()
const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1_000)
const say = (text: string) => console.log(`${String(seconds()).padStart(4)} s  ${text}`)

say(`${rounds} rounds, seed ${seed}`)
const obstacle = pinLoad()
if (obstacle !== undefined) say(obstacle)

const issuer = await startTokenIssuer({ algorithm: 'RS256' })
const exp = Math.floor(Date.now() / 1_000) + 24 * 3_600
const tokens = await Promise.all(
  Array.from({ length: brokenOwner + 1 }, (_, owner) => issuer.token({ sub: subjectOf(owner), exp })),
)
const [token = ''] = tokens
const data = await newFolder('bench-')
await createData(join(data, 'all'), issuer.issuer, freshOwners)
await createData(join(data, 'one'), issuer.issuer, 0)
say('tokens and plants are ready')

const plan = planRounds(warmUpRounds + rounds, chosen, seededRandom(seed))
const figures = new Map<Contender, ContenderFigures>()
const running = new Map<Contender, Running>()
await check()
if (!WORKLOAD) await measureStarts()
await startAll()
for (const [round, cells] of plan.entries()) {
  for (const { contenders, ...cell } of cells) {
    for (const contender of contenders) {
      const { cells, validation } = figuresOf(contender)
      const { refused } = cell.workload
      if (refused !== undefined && !validation[refused]?.isSame) continue
      const measured = await measure({ contenders, ...cell }, runningOf(contender)).catch((error: Error) => {
        throw new Error(`${contender.name}, ${cell.workload.name}, ${cell.variant}: ${error.message}`)
      })
      if (round >= warmUpRounds)
        cells[cell.variant][cell.workload.name] = [...(cells[cell.variant][cell.workload.name] ?? []), measured]
    }
  }
  say(round < warmUpRounds ? 'warmed up' : `round ${round - warmUpRounds + 1} of ${rounds}`)
}
for (const [contender, { process }] of running) figuresOf(contender).megabytes = process.memoryMegabytes()
await cleanUp()
await issuer[Symbol.asyncDispose]()
await report()

function choose(name: string, text: string, from: Workload[]): Workload[] {
  const found = from.filter((one) => one.name.includes(text))
  if (found.length > 0) return found
  return refuse(`${name}=${text} is not a workload. Use one of these: ${from.map((one) => one.name).join(', ')}.`)
}

/** The service always runs, since all ratios refer to it. */
function chooseContenders(): Contender[] {
  const isChosen = ({ name }: Contender) => name.toLowerCase().includes(CONTENDER.toLowerCase())
  if (contenders.some(isChosen)) return contenders.filter((one) => one === ours || isChosen(one))
  return refuse(
    `CONTENDER=${CONTENDER} is not a stack. Use one of these: ${contenders.map(({ name }) => name).join(', ')}.`,
  )
}

function settingsOf(folder: string): Record<string, string> {
  const provider = { AUTH_ISSUER: issuer.issuer, AUTH_AUDIENCE: audience, ISSUER: issuer.issuer, AUDIENCE: audience }
  return { PORT: '0', DATA: folder, ...provider }
}

/** Every contender must respond to good requests like the service. Also learns the tags of fresh pages. */
async function check(): Promise<void> {
  const errors: string[] = []
  let reference: { good: Responses; bad: Responses } | undefined
  for (const contender of chosen.contenders) {
    const folder = join(data, contender.name)
    await copyData(join(data, 'all'), folder)
    const process = await ContenderProcess.start(contender, settingsOf(folder))
    const callers: Callers = { url: process.url, token, brokenToken: tokens[brokenOwner] ?? '' }
    const responses = await responsesOf(callers)
    reference ??= responses
    errors.push(...differences(contender.name, reference.good, responses.good))
    figures.set(contender, {
      name: contender.name,
      cells: { repeated: {}, fresh: {} },
      starts: [],
      megabytes: 0,
      validation: validation(reference.bad, responses.bad),
    })
    const freshTags = await learnTags(plan, process, tokens)
    await process.end()
    running.set(contender, { process, tokens, freshTags, created: { repeated: [], fresh: [] } })
    say(`${contender.name} responds like the service`)
  }
  if (errors.length === 0) return
  console.error(errors.join('\n'))
  await cleanUp()
  process.exit(1)
}

async function measureStarts(): Promise<void> {
  for (const contender of chosen.contenders) await copyData(join(data, 'one'), join(data, `${contender.name} start`))
  // The first start reads files that the others find in memory.
  for (let start = 0; start <= starts; start++) {
    for (const contender of chosen.contenders) {
      const settings = settingsOf(join(data, `${contender.name} start`))
      const measured = await measureStart(contender, settings, token)
      if (start > 0) figuresOf(contender).starts.push(measured)
    }
  }
  say(`started each ${starts} times`)
}

async function startAll(): Promise<void> {
  for (const contender of chosen.contenders) {
    const process = await ContenderProcess.start(contender, settingsOf(join(data, contender.name)))
    running.set(contender, { ...runningOf(contender), process })
  }
}

// `check` has set both.
function figuresOf(contender: Contender): ContenderFigures {
  return figures.get(contender) as ContenderFigures
}

function runningOf(contender: Contender): Running {
  return running.get(contender) as Running
}

async function report(): Promise<void> {
  const all: Figures = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    seed,
    rounds,
    seconds: seconds(),
    versions: await peerVersions(),
    contenders: [...figures.values()],
  }
  console.log(summary(all))
  if (!RECORD) return
  await writeFigures(all)
  await writePage()
  console.log('Recorded in docs/performance.md.')
}
