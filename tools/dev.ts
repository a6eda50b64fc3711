// `make dev`: generates, checks the types, starts service and mock; and again whenever the contract or a source changes.
// What is wrong is shown, and what worked last goes on where it can.
import { readFile } from 'node:fs/promises'
import { type Change, origins, watchProject } from './dev/changes.ts'
import { createFace } from './dev/face.ts'
import { ContractError, generate, readContract } from './dev/generate.ts'
import { createTypeChecker } from './dev/type-checker.ts'
import { madeFiles } from './generate/makers.ts'

const root = process.cwd()
const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
// The client is ours, and so is loaded as it is then.
const packages = Object.keys(dependencies).filter((name) => name !== '@plant-collection/client')
const faces = [
  createFace({ name: 'The service', script: 'server/main.ts', packages }),
  createFace({
    name: 'The mock',
    script: 'server/mock/main.ts',
    packages: [...packages, '@stoplight/prism-http', '@stoplight/prism-http/dist/client.js'],
    settings: { PORT: process.env.MOCK_PORT || '4010' },
  }),
]
const checkTypes = createTypeChecker(say)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(0))
process.once('uncaughtException', (error) => {
  console.error(error)
  return end(1)
})

const changes = watchProject(root)
await follow({ paths: origins, since: performance.now() }, true)
for await (const change of changes) {
  const [first, ...more] = change.paths
  console.log(`\n${first}${more.length > 0 ? ` and ${more.length} more` : ''} changed`)
  await follow(change, false)
}

async function follow({ paths, since }: Change, isFirst: boolean): Promise<void> {
  const isNew = paths.some((path) => origins.includes(path)) && (await generateAll(since))
  if (!isNew && (isFirst || paths.some((path) => path.endsWith('.ts')))) checkTypes(since)
  if (!isNew && !isFirst && !paths.some((path) => /^(?:server|client|data)\//.test(path))) return

  const starts = await Promise.all(faces.map((face) => face.restart()))
  // Not waited for: the next change ends what is still starting.
  Promise.all(starts.map(({ outcome }) => outcome)).then(
    (outcomes) => {
      if (outcomes.every((outcome) => outcome === 'listens')) say(isFirst ? 'started' : 'restarted', since)
    },
    () => end(1),
  )
}

/** Whether there is something new to run. */
async function generateAll(since: number): Promise<boolean> {
  try {
    await readContract(root)
    // It takes longest, and no type depends on it.
    const docs = generate(root, ['docs.html'])
    docs.catch(() => {}) // What is wrong there is mostly wrong for the others, too.
    await generate(
      root,
      madeFiles.filter((name) => name !== 'docs.html'),
    )
    checkTypes(since)
    await docs
    say('generated', since)
    return true
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    console.log(`${error.message}\nwhat was generated before stays`)
    return false
  }
}

function say(what: string, since: number): void {
  console.log(`${what} in ${((performance.now() - since) / 1000).toFixed(1)} s`)
}

// Whatever happens here, standby.ts ends the processes that we have started.
async function end(code: number): Promise<never> {
  await Promise.all(faces.map((face) => face.end()))
  process.exit(code)
}
