// Each runtime that the package promises to work in, and how the suite gets into it.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildClient } from '../../../tools/package/build.ts'
import { openPage, startBrowser } from '../../support/browser.ts'
import { root } from '../../support/folder.ts'
import { outputOf } from '../../support/process.ts'
import { consumer, consumerIfAny } from '../package/consumers.ts'
import { bring } from '../package/installed.ts'
import type { Face, Outcome } from './suite.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Runs the suite of a project in one runtime. */
type Run = (project: string, faces: Face[]) => Promise<Outcome[]>

/** By name. The oldest Node is one of them where the npm registry has it for this machine. */
export async function runtimes(): Promise<Record<string, Run>> {
  const oldestNode = await consumerIfAny('node-*/bin/node')
  return {
    [`Node ${process.versions.node}`]: program(process.execPath, []),
    ...(oldestNode !== undefined && { 'the oldest Node': program(oldestNode, []) }),
    Bun: program(await consumer('@oven/bun-*/bin/bun'), ['run']),
    Deno: program(await consumer('@deno/*/deno'), deno),
    workerd: inWorkerd(await consumer('@cloudflare/workerd-*/bin/workerd')),
    Chromium: inChromium,
  }
}

/** A project that depends on the built package, and has the suite as it is and as a bundle. */
export async function suiteProject(folder: string): Promise<void> {
  await buildClient(root, join(folder, 'node_modules/@plant-collection/client'), { mock: false })
  await bring(folder, 'openapi-fetch', 'msw')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const file of ['suite.ts', 'handlers.ts', 'on-a-command-line.ts', 'in-a-bundle.ts']) {
    await copyFile(join(here, file), join(folder, file))
  }
  await build({
    absWorkingDir: folder,
    entryPoints: ['in-a-bundle.ts'],
    outfile: join(folder, 'bundle.js'),
    bundle: true,
    format: 'esm',
  })
}

// The package needs the network; msw, which the handlers are for, asks for the variable.
const denoMay = ['--allow-net=127.0.0.1', '--allow-env=NODE_ENV']
const deno = ['run', '--no-prompt', '--no-lock', '--cached-only', '--node-modules-dir=manual', ...denoMay]

function program(command: string, options: string[]): Run {
  return async (project, faces) => {
    const args = [...options, 'on-a-command-line.ts', JSON.stringify(faces)]
    return outcomesIn(await printed(command, args, project))
  }
}

function inWorkerd(workerd: string): Run {
  return async (project, faces) => {
    await writeFile(join(project, 'faces.json'), JSON.stringify(faces))
    await writeFile(join(project, 'workerd.capnp'), workerdConfig)
    return outcomesIn(await printed(workerd, ['test', 'workerd.capnp'], project))
  }
}

// Left alone, workerd keeps workers away from the addresses of the machine it runs on.
const workerdConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "suite", worker = (
      compatibilityDate = "2026-10-01",
      modules = [(name = "bundle.js", esModule = embed "bundle.js")],
      bindings = [(name = "faces", json = embed "faces.json")],
    )),
    (name = "internet", network = (allow = ["local"])),
  ],
);
`

// In a page of an origin that is neither the service's nor the mock's.
const inChromium: Run = async (project, faces) => {
  const browser = await startBrowser()
  try {
    await using page = await openPage(browser, await readFile(join(project, 'bundle.js'), 'utf8'))
    return await page.evaluate(`runEverywhere(${JSON.stringify(faces)})`)
  } finally {
    await browser.close()
  }
}

function printed(command: string, args: string[], project: string): Promise<string> {
  // Nothing of what the tests run in, and no word to anybody about being run.
  const settings = {
    PATH: '/usr/bin:/bin',
    HOME: project,
    DENO_DIR: join(project, '.deno'),
    DENO_NO_UPDATE_CHECK: '1',
    DO_NOT_TRACK: '1',
  }
  return outputOf(command, args, { cwd: project, settings, timeoutMs: 30_000 })
}

function outcomesIn(stdout: string): Outcome[] {
  return JSON.parse(/^\[.*\]$/m.exec(stdout)?.[0] ?? stdout)
}
