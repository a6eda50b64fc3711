// make bench: compares the service with other stacks. RECORD=1 stores the figures of a complete run and writes
// docs/performance.md.
import { cleanUp, cleanUpOnSignals } from '../support/folder.ts'
import { pinLoad } from './cores.ts'
import { type Figures, writeFigures } from './figures.ts'
import { summary, writePage } from './page.ts'
import { buildPrograms, peerVersions } from './programs.ts'
import { runBench } from './run.ts'
import { readSettings } from './settings.ts'

const settings = readSettings()
cleanUpOnSignals()
await buildPrograms()
const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1_000)
const say = (text: string) => console.log(`${String(seconds()).padStart(4)} s  ${text}`)
const { rounds, seed } = settings
say(`${rounds} rounds, seed ${seed}`)
const obstacle = pinLoad()
if (obstacle !== undefined) say(obstacle)
try {
  const contenders = await runBench(settings, say)
  const date = new Date().toISOString().slice(0, 10)
  const versions = await peerVersions()
  await report({ date, node: process.version, seed, rounds, seconds: seconds(), versions, contenders })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await cleanUp()
}

async function report(figures: Figures): Promise<void> {
  console.log(summary(figures))
  if (!settings.isRecorded) return
  await writeFigures(figures)
  await writePage()
  console.log('Recorded in docs/performance.md.')
}
