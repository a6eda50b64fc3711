// make bench: compares the CPU time of the service with that of other stacks. First, it checks that each stack responds
// to the requests of all workloads like the service.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { exitWithError } from '../../stack/environment.ts'
import { newFolder } from '../../stack/test/support/folder.ts'
import { printResult } from '../print-result.ts'
import { createSqliteData } from './runner/collection.ts'
import { type Response, send } from './runner/load.ts'
import { findInvalid, ratioRows } from './runner/ratios.ts'
import { measureRounds, type Workload } from './runner/rounds.ts'
import { runBenchmark } from './runner/run.ts'
import { memoryOfProcess } from './runner/server-process.ts'
import { buildStacks, createBaselineData, createOtherData, type Stack, stacks, untilIdle } from './stacks.ts'
import { type BenchSubject, learnTags, selectGroups, signTokens, sizes } from './workloads.ts'

const { WORKLOAD = '' } = process.env
const groups = selectGroups(WORKLOAD)
if (groups.length === 0) {
  const names = selectGroups('').flatMap((group) => group.map(({ name }) => name))
  exitWithError(`WORKLOAD=${WORKLOAD} is not the name of a workload. Use one of these: ${names.join('; ')}.`)
}

await runBenchmark(11, async (run) => {
  const { rounds, seed, issuer, env, signToken, print } = run
  await buildStacks()
  const collection = { ...sizes, issuer }
  const tokens = await signTokens(collection, signToken)
  const data = await newFolder('bench-')
  await mkdir(join(data, 'service'))
  await createSqliteData(join(data, 'service'), collection)
  await createOtherData(join(data, 'other'), collection)
  await createBaselineData(join(data, 'service'), join(data, 'baselines'))
  print('tokens and plants are ready')

  async function startSubject({ name, start }: Stack, tags: BenchSubject['tags']) {
    const process = await start({ ...env, DATA: join(data, name) })
    const usedSlots = { lists: 0, reads: 0, unchanged: 0, writes: 0 }
    const cpu = () => process.cpu()
    return { name, url: process.url, cpu, process, collection, tokens, tags, created: [], usedSlots }
  }

  /** Runs the workloads in a process that is not measured. Returns the responses, and the entity tags of the pages. */
  async function tryStack(stack: Stack) {
    await cp(join(data, stack.data), join(data, stack.name), { recursive: true })
    const subject = await startSubject(stack, new Map())
    const tags = await learnTags(subject, rounds)
    const checkedSubject = { ...subject, tags, usedSlots: { ...subject.usedSlots, unchanged: 0 } }
    const responses = await collectResponses(checkedSubject, groups)
    await untilIdle(subject.process)
    await subject.process.end('SIGKILL')
    return { stack, tags, responses }
  }

  const trials = []
  for (const stack of stacks) trials.push(await tryStack(stack))
  const expected = trials[0]?.responses ?? new Map()
  const differences = trials.flatMap(({ stack, responses }) => findDifferences(stack.name, expected, responses))
  if (differences.length > 0) throw new Error(differences.join('\n'))
  print('all stacks respond like the service')

  const subjects: Awaited<ReturnType<typeof startSubject>>[] = []
  for (const { stack, tags } of trials) subjects.push(await startSubject(stack, tags))
  const measurement = await measureRounds(run, { subjects, groups })
  const memory = subjects.map(({ name, process }) => `${name} ${memoryOfProcess(process.pid)}`)
  printResult(
    {
      title: 'CPU time',
      shows: `CPU time per request in µs, and × with other stacks: above 1, the service is cheaper. Memory after the load in MB: ${memory.join(', ')}.`,
      command: `make bench SEED=${seed} ROUNDS=${rounds}${WORKLOAD && ` WORKLOAD='${WORKLOAD}'`}`,
      rows: ratioRows(measurement),
    },
    findInvalid(measurement),
  )
})

async function collectResponses(
  subject: BenchSubject,
  groups: Workload<BenchSubject>[][],
): Promise<Map<string, string>> {
  const responses = new Map<string, string>()
  for (const { name, batch } of groups.flat()) {
    const { requests, onResponse } = await batch(subject, 1)
    await send(subject.url, requests, (index, response) => {
      onResponse?.(index, response)
      responses.set(name, describe(response))
    })
  }
  return responses
}

function findDifferences(name: string, expected: Map<string, string>, received: Map<string, string>): string[] {
  return [...expected].flatMap(([workload, response]) => {
    const otherValues = received.get(workload)
    return otherValues === response ? [] : [`${name}, ${workload}:\n  ${otherValues}\n  instead of\n  ${response}`]
  })
}

// Omits ids, times, entity tags and the details of problems, which differ between stacks.
function describe({ status, headers, body }: Response): string {
  // A 304 may omit Link.
  const exact = ['content-type', 'cache-control', 'vary', ...(status === 304 ? [] : ['link'])]
  const present = ['etag', 'location', 'last-modified', 'request-id'].filter((name) => headers[name])
  const values = exact.map((name) => String(headers[name] ?? '').replace(/; *charset=utf-8$/i, ''))
  const [, json = ''] = /([[{].*[\]}])/s.exec(body) ?? []
  const content = status < 400 ? json : /"type":"[^"]*"/.exec(json)?.[0]
  const changing = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g
  return [status, ...values, ...present, content].join(' ').replaceAll(changing, '…')
}
