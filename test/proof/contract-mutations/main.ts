// `make mutants CONTRACT=1`: changes the contract in a copy of the project, one small thing at a time, and expects each
// change to make a check fail. SAMPLE is the number of mutants, SEED draws them, MUTANT picks them by words.
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { readCount, readSeed, refuse } from '../../../tools/contract-tester/environment.ts'
import { copyProject } from '../../copies/copy.ts'
import { record } from '../figures.ts'
import { checkNames, type Detection, detect } from './detection.ts'
import { described, type Mutant, mutantsOf } from './mutants.ts'
import { sample } from './sample.ts'

const leastScore = 0.95
const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)

const seed = readSeed()
const count = readCount('SAMPLE', 1) ?? 150
const concurrency = readCount('CONCURRENCY', 1) ?? 2
const words = (process.env.MUTANT ?? '').toLowerCase().split(/\s+/).filter(Boolean)
const all = mutantsOf(parse(await readFile(new URL('../../../openapi.yaml', import.meta.url), 'utf8')))
const chosen = words.length > 0 ? all.filter(hasWords) : sample(all, count, seed)
if (chosen.length === 0) refuse(`None of the ${all.length} mutants has all of these words: ${words.join(' ')}`)
console.log(`${chosen.length} of ${all.length} mutants of the contract${words.length > 0 ? '' : `, SEED=${seed}`}`)

process.exitCode = 1
await using copies = await copyProject(concurrency)
await copies.forEach(['without a mutation'], async (name, copy) => {
  const { by, message } = await detect(copy)
  if (by !== 'none') throw new Error(`${by} fails ${name}: ${message}`)
})
const detections = new Map<Mutant, Detection>()
await copies.forEach(chosen, async (mutant, copy) => {
  const detection = await detect(copy, mutant)
  detections.set(mutant, detection)
  const result = detection.by === 'none' ? 'NOT DETECTED' : `${detection.by}: ${detection.message}`
  console.log(`${detections.size}/${chosen.length} ${described(mutant)}\n    ${result.slice(0, 200)}`)
})
await report()

function hasWords(mutant: Mutant): boolean {
  const text = described(mutant).toLowerCase()
  return words.every((word) => text.includes(word))
}

async function report(): Promise<void> {
  const undetected = chosen.filter((mutant) => detections.get(mutant)?.by === 'none')
  const score = 1 - undetected.length / chosen.length
  const percent = `${(100 * score).toFixed(1)} %`
  console.log(`\nDetected: ${percent}, in ${seconds()} s. Not detected:`)
  for (const mutant of undetected) console.log(`  ${described(mutant)}`)
  process.exitCode = score >= leastScore ? 0 : 1
  if (words.length > 0) return
  await record('contract-mutants', {
    title: 'Mutants of the contract',
    shows: 'Each mutant is one small change of `openapi.yaml`, at random. The checks run in the order of the columns.',
    command: `make mutants CONTRACT=1 SEED=${seed} SAMPLE=${count}`,
    seed,
    seconds: seconds(),
    figures: { Mutants: all.length, 'Mutants in the sample': chosen.length, Detected: percent },
    tables: [
      { title: 'First check that fails', columns: ['Operator', 'Mutants', ...checkNames, 'none'], rows: rows() },
      {
        title: 'Not detected',
        columns: ['Mutant'],
        rows: undetected.map((mutant) => [`\`\` ${described(mutant)} \`\``]),
      },
    ],
  })
}

function rows(): (string | number)[][] {
  const groups = [...Map.groupBy(chosen, ({ operator }) => operator)]
  return groups.map(([operator, mutants]) => [
    operator,
    mutants.length,
    ...[...checkNames, 'none'].map((name) => mutants.filter((mutant) => detections.get(mutant)?.by === name).length),
  ])
}
