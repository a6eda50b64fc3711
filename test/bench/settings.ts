// Reads the settings of a run from the environment. The process ends with 2 if one is not valid.
import { readCount, readSeed, refuse } from '../../tools/contract-tester/environment.ts'
import { type Contender, contenders, ours } from './contenders.ts'
import { type Workload, workloads } from './workloads.ts'

const leastRecordedRounds = 7

export interface Settings {
  rounds: number
  warmUpRounds: number
  seed: number
  workloads: Workload[]
  contenders: Contender[]
  /** How often each contender is started to measure that. */
  starts: number
  isRecorded: boolean
}

export function readSettings(): Settings {
  const { RECORD, WORKLOAD = '', CONTENDER = '' } = process.env
  const rounds = readCount('ROUNDS', 1) ?? leastRecordedRounds
  const chosen = { workloads: chooseWorkloads(WORKLOAD), contenders: chooseContenders(CONTENDER) }
  const isRecorded = Boolean(RECORD)
  if (isRecorded && (rounds < leastRecordedRounds || WORKLOAD || CONTENDER)) {
    refuse(
      `RECORD=1 is for complete runs: leave out WORKLOAD and CONTENDER, and use ROUNDS=${leastRecordedRounds} or more.`,
    )
  }
  if (process.platform !== 'linux') refuse('make bench needs Linux: it reads the CPU time of all threads from /proc.')
  // One workload alone has fewer requests, so it needs more rounds until the code is compiled.
  const [warmUpRounds, starts] = WORKLOAD ? [4, 0] : [2, 5]
  return { rounds, warmUpRounds, starts, seed: readSeed(), ...chosen, isRecorded }
}

function chooseWorkloads(text: string): Workload[] {
  const found = workloads.filter(({ name }) => name.includes(text))
  if (found.length > 0) return found
  const names = workloads.map(({ name }) => name).join(', ')
  return refuse(`WORKLOAD=${text} is not the name of a workload. Use one of these: ${names}.`)
}

/** The service always runs, since all ratios refer to it. */
function chooseContenders(text: string): Contender[] {
  const isNamed = ({ name }: Contender) => name.toLowerCase().includes(text.toLowerCase())
  if (contenders.some(isNamed)) return contenders.filter((one) => one === ours || isNamed(one))
  const names = contenders.map(({ name }) => name).join(', ')
  return refuse(`CONTENDER=${text} is not the name of a stack. Use one of these: ${names}.`)
}
