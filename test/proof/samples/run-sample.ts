// Runs a sample of code as whoever pastes it would: in a process of its own, with no more than what it asks for.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../support/folder.ts'

/** What runs each language, and the file it is pasted into. */
const runners: Record<string, { command: string; file: string }> = {
  curl: { command: 'sh', file: 'sample.sh' },
  TypeScript: { command: process.execPath, file: 'sample.ts' },
  Python: { command: 'python3', file: 'sample.py' },
}

/** @throws {Error} where the machine lacks what the samples are run by. */
export async function expectRunners(): Promise<void> {
  for (const command of ['curl', 'python3']) {
    await promisify(execFile)(command, ['--version']).catch(() => {
      throw new Error(`The samples in the docs are run, and ${command} is missing: apt-get install curl python3`)
    })
  }
}

/** @returns What it printed. @throws {Error} with all of its complaints, where it fails. */
export async function runSample(
  { lang, source }: { lang: string; source: string },
  { URL, TOKEN }: { URL: string; TOKEN: string },
): Promise<string> {
  const runner = runners[lang]
  if (runner === undefined) throw new Error(`Nobody runs samples in ${lang}: teach run-sample.ts how`)
  await using folder = await folderWithClient()
  await writeFile(join(folder.path, runner.file), source)
  // Nothing of ours besides: above all no proxy.
  const env = { PATH: process.env.PATH, URL, TOKEN }
  const { stdout } = await promisify(execFile)(runner.command, [runner.file], { cwd: folder.path, env })
  return stdout
}

/** An empty project that has the client installed. */
export async function folderWithClient(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'sample-'))
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'))
  await writeFile(join(path, 'package.json'), '{ "type": "module" }')
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
