// `make dev`: generates files, checks the types, and starts the service and the mock. It repeats this after each change
// to the contract or the code. Errors are shown, and the last working version keeps running where possible.
import { readFile } from 'node:fs/promises'
import { generatedFiles } from '../generate/generators.ts'
import { ContractError, generate, readContract } from './generate.ts'
import { restartableProcess } from './restartable-process.ts'
import { createTypeChecker } from './type-checker.ts'
import { type Change, generatorInputs, watchProject } from './watch.ts'

const root = process.cwd()
const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
// The client package belongs to this project and can change, so it must not be loaded before the restart.
const packages = Object.keys(dependencies).filter((name) => name !== '@plant-collection/client')
const processes = [
  restartableProcess({ name: 'The service', script: 'server/main.ts', packages }),
  restartableProcess({
    name: 'The mock',
    script: 'server/mock/main.ts',
    packages: [...packages, '@stoplight/prism-http', '@stoplight/prism-http/dist/client.js'],
    settings: { PORT: process.env.MOCK_PORT || '4010' },
  }),
]
const checkTypes = createTypeChecker(logDuration)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => exit(0))
process.once('uncaughtException', (error) => {
  console.error(error)
  return exit(1)
})

const changes = watchProject(root)
await apply({ paths: generatorInputs, since: performance.now() }, true)
for await (const change of changes) {
  const [first, ...more] = change.paths
  console.log(`\n${first}${more.length > 0 ? ` and ${more.length} more` : ''} changed`)
  await apply(change, false)
}

async function apply({ paths, since }: Change, isFirst: boolean): Promise<void> {
  const isGenerated = paths.some((path) => generatorInputs.includes(path)) && (await generateAll(since))
  if (!isGenerated && (isFirst || paths.some((path) => path.endsWith('.ts')))) checkTypes(since)
  if (!isGenerated && !isFirst && !paths.some((path) => /^(?:server|client|data)\//.test(path))) return

  const starts = await Promise.all(processes.map((one) => one.restart()))
  // No await: the next change stops processes that are still starting.
  Promise.all(starts.map(({ outcome }) => outcome)).then(
    (outcomes) => {
      if (outcomes.every((outcome) => outcome === 'listens')) logDuration(isFirst ? 'started' : 'restarted', since)
    },
    () => exit(1),
  )
}

/** @returns Whether the files were generated. If not, the contract has an error. */
async function generateAll(since: number): Promise<boolean> {
  try {
    await readContract(root)
    // Start the docs page first: it takes longest, and no type depends on it.
    const docs = generate(root, ['docs.html'])
    docs.catch(() => {}) // An error in the other files comes first; this one would be unhandled.
    await generate(
      root,
      generatedFiles.filter((name) => name !== 'docs.html'),
    )
    checkTypes(since)
    await docs
    logDuration('generated', since)
    return true
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    console.log(`${error.message}\nthe previous generated/ files are kept`)
    return false
  }
}

function logDuration(what: string, since: number): void {
  console.log(`${what} in ${((performance.now() - since) / 1000).toFixed(1)} s`)
}

// If this process dies without this call, standby.ts ends the processes that it started.
async function exit(code: number): Promise<never> {
  await Promise.all(processes.map((one) => one.end()))
  process.exit(code)
}
