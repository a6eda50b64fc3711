// make bench: compares the CPU time of the service with that of other stacks.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../stack/environment.ts'
import { newFolder } from '../../stack/test/support/folder.ts'
import { printResult } from '../print-result.ts'
import { collectResponses, findDifferences } from './check.ts'
import { createSqliteData } from './runner/collection.ts'
import { findInvalid, ratioRows } from './runner/ratios.ts'
import { measureRounds } from './runner/rounds.ts'
import { start } from './runner/run.ts'
import { memoryOfProcess } from './runner/server-process.ts'
import { buildStacks, createBaselineData, type Stack, stacks } from './stacks.ts'
import { type BenchSubject, learnTags, selectGroups, signTokens, sizes } from './workloads.ts'

const { WORKLOAD = '' } = process.env
const groups = selectGroups(WORKLOAD)
if (groups.length === 0) {
  const names = selectGroups('').flatMap((group) => group.map(({ name }) => name))
  refuse(`WORKLOAD=${WORKLOAD} is not the name of a workload. Use one of these: ${names.join('; ')}.`)
}

await start(11, async (run) => {
  const { rounds, seed, issuer, settings, signToken, say } = run
  await buildStacks()
  const collection = { ...sizes, issuer }
  const tokens = await signTokens(collection, signToken)
  const data = await newFolder('bench-')
  await mkdir(join(data, 'service'))
  await createSqliteData(join(data, 'service'), collection)
  await createBaselineData(join(data, 'service'), join(data, 'baselines'))
  say('tokens and plants are ready')

  async function startStack({ name, start }: Stack, tags: BenchSubject['tags']) {
    const process = await start({ ...settings, DATA: join(data, name) })
    const used = { lists: 0, reads: 0, unchanged: 0, writes: 0 }
    const cpu = () => process.cpu()
    return { name, url: process.url, cpu, process, collection, tokens, tags, created: [], used }
  }

  /** In a process that is not measured. Returns the responses, and the tags of the pages that are asked for in the run. */
  async function tryOut(stack: Stack) {
    await cp(join(data, stack.data), join(data, stack.name), { recursive: true })
    const running = await startStack(stack, new Map())
    const tags = await learnTags(running, rounds)
    const checked = { ...running, tags, used: { ...running.used, unchanged: 0 } }
    const responses = await collectResponses(checked, groups)
    await running.process.end('SIGKILL')
    return { stack, tags, responses }
  }

  const tried = []
  for (const stack of stacks) tried.push(await tryOut(stack))
  const expected = tried[0]?.responses ?? new Map()
  const differences = tried.flatMap(({ stack, responses }) => findDifferences(stack.name, expected, responses))
  if (differences.length > 0) throw new Error(differences.join('\n'))
  say('all stacks respond like the service')

  const subjects: Awaited<ReturnType<typeof startStack>>[] = []
  for (const { stack, tags } of tried) subjects.push(await startStack(stack, tags))
  const measured = await measureRounds(run, { subjects, groups })
  const memory = subjects.map(({ name, process }) => `${name} ${memoryOfProcess(process.pid)}`)
  printResult(
    {
      title: 'CPU time',
      shows: `CPU time per request in µs, and × with other stacks: above 1, the service is cheaper. Memory after the load in MB: ${memory.join(', ')}.`,
      command: `make bench SEED=${seed} ROUNDS=${rounds}${WORKLOAD && ` WORKLOAD='${WORKLOAD}'`}`,
      rows: ratioRows(measured),
    },
    findInvalid(measured),
  )
})
