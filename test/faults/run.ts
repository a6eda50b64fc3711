// `make faults`: plants every fault in a copy of the project, one after the other, and wants each to turn something red.
// A guard that can be taken away without anybody noticing is not guarded. FAULT picks those that have all of its words.
import { type Copies, copyProject, inAllCopies, withChange } from '../copies/copy.ts'
import { runWatch, type Watch, type Watching } from '../copies/watch.ts'
import { type Fault, plant, StaleFault } from './fault.ts'
import { faults } from './faults.ts'

const deadlineMs = 60_000
const controlDeadlineMs = 180_000
const copyCount = 2

const words = (process.env.FAULT ?? '').toLowerCase().split(/\s+/).filter(Boolean)
const chosen = faults.filter(({ guard, file }) => {
  const text = `${guard} ${file}`.toLowerCase()
  return words.every((word) => text.includes(word))
})

const stop = new AbortController()
const startedAt = Date.now()
const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`

process.exitCode = 1
if (chosen.length === 0) console.error(`None of ${faults.length} faults has all of these words: ${words.join(' ')}`)
else await main()

async function main(): Promise<void> {
  await using copies = await copyProject(copyCount)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  if (!(await control(copies))) return
  const missed = await plantAll(copies)
  if (stop.signal.aborted) return
  console.log(
    `\n${chosen.length - missed.length} of ${chosen.length} planted faults turned something red, in ${seconds()}.`,
  )
  if (missed.length === 0) process.exitCode = 0
  else console.log(['Not red:', ...missed.map(({ guard, file }) => `  ${guard} (${file})`)].join('\n'))
}

// What is red without any fault would prove nothing.
async function control(copies: Copies): Promise<boolean> {
  const jobs = controls()
  let sound = true
  await inAllCopies(copies, jobs, stop.signal, async ({ watch, named }, copy) => {
    const { verdict, what } = await runWatch(watch, named, { ...copy, deadlineMs: controlDeadlineMs })
    if (verdict === 'green' || stop.signal.aborted) return
    sound = false
    console.error(`Without any fault, ${watch} should be green but is ${verdict}: ${what}`)
  })
  if (sound && !stop.signal.aborted) console.log(`Without a fault, all is green (${seconds()}).`)
  return sound
}

// Each command once; each test file once, with the names that are asked for, or all of it.
function controls(): Pick<Fault, 'watch' | 'named'>[] {
  const commands = new Set<string>()
  const names = new Map<string, Set<string | undefined>>()
  for (const { watch, named } of chosen) {
    if (typeof watch === 'string') commands.add(watch)
    else for (const file of watch) names.set(file, (names.get(file) ?? new Set()).add(named))
  }
  const whole = [...names].filter(([, named]) => named.has(undefined)).map(([file]) => file)
  const parts = [...names].filter(([, named]) => !named.has(undefined))
  return [
    ...parts.map(([file, named]) => ({ watch: [file], named: [...named].join('|') })),
    ...(whole.length === 0 ? [] : [{ watch: whole }]),
    ...[...commands].map((watch) => ({ watch: watch as Exclude<Watch, string[]> })),
  ]
}

async function plantAll(copies: Copies): Promise<Fault[]> {
  const missed: Fault[] = []
  let done = 0
  await inAllCopies(copies, chosen, stop.signal, async (fault, copy) => {
    const said = await verdictOn(fault, { ...copy, deadlineMs })
    if (stop.signal.aborted) return
    if (!said.startsWith('red')) missed.push(fault)
    console.log(`${String(++done).padStart(String(chosen.length).length)}/${chosen.length} ${fault.guard}\n    ${said}`)
  })
  return missed
}

async function verdictOn(fault: Fault, watching: Watching): Promise<string> {
  try {
    const run = () => runWatch(fault.watch, fault.named, watching)
    const { verdict, what } = await withChange(watching.folder, fault.file, (text) => plant(text, fault), run)
    switch (verdict) {
      case 'red':
        return `red: ${what}`
      case 'green':
        return `STILL GREEN: nothing of ${fault.watch} noticed`
      case 'late':
        return `NOT RED: no end of ${fault.watch} within ${watching.deadlineMs} ms: ${what}`
      case 'lost':
        return `NOT RED: ${fault.watch} ${what}`
    }
  } catch (error) {
    if (error instanceof StaleFault) return `STALE: ${error.message}`
    throw error
  }
}
