// Runs one suite, unchanged, in each runtime that the package supports: against the service in its own process, and against
// the handlers. test/client/readme.test.ts runs the client in Chromium.
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, expect, it } from 'vitest'
import { getOutput } from '../../../stack/test/support/process.ts'
import { consumersFolder, consumerTool, linkPackages, lowestNode, newProject } from '../../package/project.ts'
import { startProcess, tokenFor, usedFolder } from '../../support/service-process.ts'
import { checks, type Implementation } from './suite.ts'

/** Runs the suite of a project in one runtime. */
type RunSuite = (project: string, implementations: Implementation[]) => Promise<string[]>

/** The runtime that runs no handlers for Mock Service Worker. */
const withoutHandlers = 'an environment like React Native'
/** The runtime that does not call the service: its fetch fails at a preflight request. */
const withoutService = 'Node with the globals of happy-dom'

// The package needs the network only. msw, which the handlers need, reads variables.
const permissions = ['--allow-net=127.0.0.1', '--ignore-env']
const flags = ['--no-prompt', '--no-lock', '--cached-only', '--node-modules-dir=manual', '--unstable-unsafe-proto']
const denoOptions = ['run', ...flags, ...permissions]

/** Runs the suite in each runtime, by the name of the runtime. */
const runtimes: Record<string, RunSuite> = {
  [`Node ${process.versions.node}`]: onCommandLine(process.execPath, []),
  'the lowest Node': inLowestNode(await lowestNode()),
  Bun: onCommandLine(await consumerTool('@oven/bun-*/bin/bun'), ['run']),
  Deno: onCommandLine(await consumerTool('@deno/*/deno'), denoOptions),
  workerd: inWorkerd(await consumerTool('@cloudflare/workerd-*/bin/workerd')),
  [withoutService]: onCommandLine(process.execPath, ['--import', './happy-dom-globals.js']),
  [withoutHandlers]: onCommandLine(process.execPath, ['--import', './react-native-globals.ts']),
}

let project: string
let implementations: Implementation[]

beforeAll(async () => {
  const settings = { DATA: await usedFolder(), RATE_LIMIT_PER_MINUTE: '0' }
  const { url } = await startProcess(settings)
  implementations = [{ name: 'the service', baseUrl: url, token: await tokenFor(settings) }]
  // The project has the suite as TypeScript and as bundles.
  project = await newProject(['msw'], ['happy-dom'])
  const isNeeded = (path: string) => !path.endsWith('.test.ts')
  await cp(import.meta.dirname, project, { recursive: true, filter: isNeeded })
  const options = { absWorkingDir: project, outdir: project, bundle: true, format: 'esm' } as const
  await build({ ...options, entryPoints: { bundle: 'bundle-entry.ts' } })
  await build({ ...options, entryPoints: ['command-line-entry.ts'], platform: 'node', packages: 'external' })
})

it.each(Object.entries(runtimes))('the client passes every check in %s', async (runtime, run) => {
  const services = runtime === withoutService ? [] : implementations
  const names = [...services.map(({ name }) => name), ...(runtime === withoutHandlers ? [] : ['the handlers'])]
  const passed = names.flatMap((name) => Object.keys(checks).map((check) => `${name}: ${check}: passed`))
  expect(await run(project, services)).toEqual(passed)
})

function onCommandLine(command: string, options: string[], entry = 'command-line-entry.ts'): RunSuite {
  return (project, implementations) =>
    getOutcomes(command, [...options, entry, JSON.stringify(implementations)], project)
}

// The lowest Node runs neither TypeScript nor the current Mock Service Worker.
function inLowestNode(node: string): RunSuite {
  const run = onCommandLine(node, [], 'command-line-entry.js')
  return async (project, implementations) => {
    const lowest = join(project, 'lowest')
    const client = 'node_modules/@plant-collection/client'
    await cp(join(project, client), join(lowest, client), { recursive: true })
    await cp(join(project, 'command-line-entry.js'), join(lowest, 'command-line-entry.js'))
    await linkPackages(lowest, ['msw'], consumersFolder)
    return run(lowest, implementations)
  }
}

function inWorkerd(workerd: string): RunSuite {
  return async (project, implementations) => {
    await writeFile(join(project, 'implementations.json'), JSON.stringify(implementations))
    await writeFile(join(project, 'workerd.capnp'), workerdConfig)
    return getOutcomes(workerd, ['test', 'workerd.capnp'], project)
  }
}

// By default, workerd does not let workers connect to addresses of its own machine.
const workerdConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "suite", worker = (
      compatibilityDate = "2026-10-01",
      modules = [(name = "bundle.js", esModule = embed "bundle.js")],
      bindings = [(name = "implementations", json = embed "implementations.json")],
    )),
    (name = "internet", network = (allow = ["local"])),
  ],
);
`

async function getOutcomes(command: string, args: string[], project: string): Promise<string[]> {
  // Deno must not look for updates or send statistics.
  const settings = { DENO_DIR: join(project, '.deno'), DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' }
  const stdout = await getOutput(command, args, { cwd: project, env: settings })
  return JSON.parse(/^\[.*\]$/m.exec(stdout)?.[0] ?? stdout)
}
