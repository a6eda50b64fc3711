// `make faults`: plants each fault in a copy of the project and expects its check to fail. FAULT picks faults by words.
import { readCount, refuse } from '../../tools/contract-tester/environment.ts'
import { type Copy, copyProject } from '../copies/copy.ts'
import { type Fault, OutdatedFault, plant } from './fault.ts'
import { faults } from './faults.ts'

const timeoutMs = 180_000
const startedAt = Date.now()
const words = (process.env.FAULT ?? '').toLowerCase().split(/\s+/).filter(Boolean)
const chosen = faults.filter(({ guard, file }) =>
  words.every((word) => `${guard} ${file}`.toLowerCase().includes(word)),
)
if (chosen.length === 0) refuse(`None of the ${faults.length} faults has all of these words: ${words.join(' ')}`)
const concurrency = readCount('CONCURRENCY', 1) ?? 2

process.exitCode = 1
await using copies = await copyProject(concurrency)
await copies.forEach(new Set(chosen.map(({ check }) => check)), async (check, copy) => {
  const { result, message } = await copy.run(check.split(' '), timeoutMs)
  if (result !== 'passed') throw new Error(`Without a fault, ${check} ${result}: ${message}`)
})
console.log('Without a fault, every check passes.')

let done = 0
const missed: Fault[] = []
await copies.forEach(chosen, async (fault, copy) => {
  const { isReported, message } = await report(fault, copy)
  if (!isReported) missed.push(fault)
  console.log(`${++done}/${chosen.length} ${fault.guard}\n    ${isReported ? '' : 'NOT REPORTED: '}${message}`)
})
const seconds = Math.round((Date.now() - startedAt) / 1000)
console.log(`\n${chosen.length - missed.length} of ${chosen.length} planted faults were reported, in ${seconds} s.`)
for (const { guard, file } of missed) console.log(`  Not reported: ${guard} (${file})`)
process.exitCode = missed.length === 0 ? 0 : 1

async function report(fault: Fault, copy: Copy): Promise<{ isReported: boolean; message: string }> {
  try {
    await using _ = await copy.change(fault.file, (text) => plant(text, fault))
    const { result, message } = await copy.run([...fault.check.split(' '), ...bail(fault.check)], timeoutMs)
    return { isReported: result === 'failed', message: `${fault.check} ${result}: ${message}` }
  } catch (error) {
    if (error instanceof OutdatedFault) return { isReported: false, message: error.message }
    throw error
  }
}

function bail(check: string): string[] {
  return check.startsWith('vitest') ? ['--bail=1'] : []
}
