// `make mutants`: changes code and contract in a copy of the project, one small thing at a time and at random, and wants
// each to turn something red. SAMPLE says how many, SEED which; MUTANT picks those whose line has all of its words, and
// AGAIN those that nobody noticed in the run on record.
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCount, readSeed } from '../../../tools/contract-tester/settings.ts'
import { type Copies, copyProject, inAllCopies } from '../../copies/copy.ts'
import { record } from '../figures.ts'
import { contractMutants } from './contract-mutants.ts'
import { Judge } from './judge.ts'
import { described, type Mutant } from './mutant.ts'
import { recordSince, tableOf, unnoticedOnRecord } from './on-record.ts'
import { measureReach, type Reach, remembered } from './reach.ts'
import { aligned, type Judged, staleReport, survivorsReport, totals, unnoticed } from './report.ts'
import { sample } from './sample.ts'
import { serverMutants } from './server-mutants.ts'

const leastRate = 0.95

const stop = new AbortController()
const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)

process.exitCode = 2
try {
  const settings = { seed: readSeed(), count: readCount('SAMPLE') ?? 300, copies: readCount('COPIES') ?? 2 }
  const { MUTANT: words = '', AGAIN: again = '' } = process.env
  await main({ ...settings, words, again: again !== '' })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}

interface Settings {
  seed: number
  count: number
  copies: number
  words: string
  again: boolean
}

async function main({ seed, count, copies: copyCount, words, again }: Settings): Promise<void> {
  await using copies = await copyProject(copyCount)
  process.exitCode = 1
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const root = copies.folders[0] ?? ''
  const contract = contractMutants(root)
  const all = [...serverMutants(root), ...contract.mutants]
  const leftOut = Object.entries(contract.leftOut).map(([key, number]) => `${number} ${key}`)
  console.log(
    `${all.length} mutants: ${all.length - contract.mutants.length} of the server, ${contract.mutants.length} of the ` +
      `contract.\nOf the contract, this is for readers only and left alone: ${leftOut.join(', ')}.`,
  )
  const isSample = words === '' && !again
  const chosen = isSample ? sample(all, count, seed) : again ? await unnoticedOnRecord(all) : withWords(all, words)
  if (chosen.length === 0) {
    process.exitCode = 2
    throw new Error(
      again ? 'None of those on record is there any more.' : `None of them has all of these words: ${words}`,
    )
  }
  if (isSample) console.log(`A sample of ${chosen.length}, SEED=${seed}.`)

  const { reach, red } = await control(copies)
  if (stop.signal.aborted) return
  const judged = await judgeAll(copies, chosen, new Judge(reach))
  if (stop.signal.aborted) return
  await finish({ judged, all, red, seed, count, isSample, textOf: (file) => readFileSync(join(root, file), 'utf8') })
  if (again) await recordSince(judged)
}

function withWords(all: Mutant[], words: string): Mutant[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((mutant) => wanted.every((word) => described(mutant).toLowerCase().includes(word)))
}

// The tests without any mutant: what is red then would prove nothing, and is left out.
async function control(copies: Copies): Promise<{ reach: Reach; red: string[] }> {
  const root = copies.folders[0] ?? ''
  const files = await readdir(root, { recursive: true, encoding: 'utf8' })
  const isOurs = (file: string) => /^(?:server|client|generated|test|tools|data)\/|^openapi|package-lock/.test(file)
  const texts = files.filter((file) => isOurs(file) && /\.\w+$/.test(file) && !file.includes('node_modules')).sort()
  // What judges may change without anything being measured again.
  const measured = texts.filter(
    (file) => !/^test\/proof\/(?:mutants|figures)\//.test(file) || file.endsWith('/reach.ts'),
  )
  const whole = await Promise.all(measured.map(async (file) => `${file}\n${await readFile(join(root, file), 'utf8')}`))
  // Those left out see that the text changed, and not what it does.
  const tests = texts.filter(
    (file) => file.endsWith('.test.ts') && !/^test\/(?:workshop|faults|proof\/mutants)\//.test(file),
  )
  const memory = remembered(join(import.meta.dirname, '../../..'), whole.join('\n'))
  const kept = await memory.read()
  if (kept !== undefined) return { reach: kept, red: [] }

  console.log(`First, which of ${tests.length} test files runs which functions.`)
  const red: string[] = []
  let done = 0
  const reach = await measureReach(copies, tests, stop.signal, (file, complaint) => {
    if (++done % 10 === 0) console.log(`  ${done}/${tests.length} (${seconds()} s)`)
    if (complaint !== undefined) red.push(`${file} is ${complaint}`)
  })
  for (const line of red) console.error(`Without any mutant, ${line}`)
  if (red.length === 0 && !stop.signal.aborted) {
    console.log(`Without a mutant, all is green (${seconds()} s).`)
    await memory.keep(reach)
  }
  return { reach, red }
}

async function judgeAll(copies: Copies, chosen: Mutant[], judge: Judge): Promise<Judged[]> {
  const judged: Judged[] = []
  await inAllCopies(copies, chosen, stop.signal, async (mutant, copy) => {
    const from = Date.now()
    const verdict = await judge.judge(mutant, copy)
    if (stop.signal.aborted) return
    judged.push({ mutant, ...verdict })
    const place = String(judged.length).padStart(String(chosen.length).length)
    const said = verdict.by === 'nobody' ? 'NOBODY NOTICED' : `${verdict.by}: ${verdict.what}`
    const took = Math.round((Date.now() - from) / 1000)
    console.log(`${place}/${chosen.length} ${described(mutant)}\n    ${said.slice(0, 200)} (${took} s)`)
  })
  return judged
}

interface Run {
  judged: Judged[]
  all: Mutant[]
  red: string[]
  seed: number
  count: number
  isSample: boolean
  textOf: (file: string) => string
}

async function finish({ judged, all, red, seed, count, isSample, textOf }: Run): Promise<void> {
  const { caught, rate, columns, byArea, byOperator } = totals(judged)
  const percent = `${(100 * rate).toFixed(1)} %`
  const survived = unnoticed(judged)
  console.log(survivorsReport(survived, textOf) + staleReport(all))
  console.log(`${aligned([columns, ...byArea])}\n\n${aligned([columns, ...byOperator])}\n`)
  const unexplained = survived.filter(({ reason }) => reason === undefined).length
  console.log(
    `${caught} of ${judged.length} mutants turned something red: ${percent}, in ${seconds()} s. ` +
      `Of those that did not, ${survived.length - unexplained} are known for a reason, ${unexplained} are not.`,
  )
  process.exitCode = (rate >= leastRate || !isSample) && unexplained === 0 && red.length === 0 ? 0 : 1
  if (!isSample) return
  const command = `make mutants SEED=${seed} SAMPLE=${count}`
  console.log(`Again: ${command}`)
  await record('mutants', {
    title: 'Mutants',
    shows:
      'Small careless changes of the server and of the contract, made by rule at every place that has any and sampled at ' +
      'random, are noticed: who noticed first, from the quick to the slow.',
    command,
    seed,
    seconds: seconds(),
    figures: {
      'mutants there are': all.length,
      'mutants in the sample': judged.length,
      caught,
      'caught, in percent': percent,
      'caught by the rule of versions alone': judged.filter(({ by }) => by === 'compat').length,
      'not caught, for a known reason': survived.length - unexplained,
      'not caught': unexplained,
    },
    tables: [
      { title: 'Who noticed first', columns, rows: byArea },
      { title: 'By rule', columns, rows: byOperator },
      tableOf(survived),
    ],
  })
}
