// `make dev`: runs the service and the mock with `node --watch`, the type checker in watch mode, and `make generate` after
// each change of the contract, the workflows or the base spec. If that fails, the previous files stay.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Wait before each generation, because editors write a file several times. */
const quietMs = 50
/** Inputs by folder: editors replace a file, so a watcher of the file itself would lose it. */
const inputs = { '.': 'openapi.yaml', docs: 'workflows.arazzo.yaml', 'stack/contract/complete': 'common.yaml' }

function start(command: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
}

function startWatched(script: string, env?: NodeJS.ProcessEnv): ChildProcess {
  const folders = ['server', 'stack', 'generated', 'data'].map((folder) => `--watch-path=${folder}`)
  return start(process.execPath, [...folders, '--watch-preserve-output', script], env)
}

let isChanged = true
let isGenerating = false

async function generate(): Promise<void> {
  if (isGenerating) return
  isGenerating = true
  while (isChanged) {
    isChanged = false
    await sleep(quietMs)
    const generator = start(process.execPath, ['stack/generate/main.ts', '--quiet'])
    const [code] = await once(generator, 'exit')
    console.log(code === 0 ? 'generated/ is up to date' : 'The previous files of generated/ stay.')
  }
  isGenerating = false
}

await generate()
for (const [folder, name] of Object.entries(inputs)) {
  watch(folder, (_event, changed) => {
    if (changed !== name) return
    isChanged = true
    void generate()
  })
}
const children = [
  startWatched('server/main.ts'),
  startWatched('server/mock.ts', { PORT: process.env.MOCK_PORT || '4010' }),
  start('tsc', ['--watch', '--preserveWatchOutput', '--pretty', 'false']),
]

function stopChildren(): void {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopChildren)
// Each child runs until it is stopped.
try {
  await Promise.race(children.map((child) => once(child, 'exit')))
} finally {
  stopChildren()
}
await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
process.exit()
