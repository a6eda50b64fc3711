// Runs a code sample as a reader who pastes it would: in a new process, with the environment variable TOKEN.
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, temporaryFolder } from './folder.ts'
import { getOutput } from './process.ts'

/** Command that runs a sample, and the name of its file, by language. */
const runners: Record<string, { command: string; file: string }> = {
  curl: { command: 'sh', file: 'sample.sh' },
  TypeScript: { command: process.execPath, file: 'sample.ts' },
  Python: { command: 'python3', file: 'sample.py' },
}

// On a machine without python3, the substitute installs Pyodide now, before the timeout of a test runs.
await getOutput('python3', ['--version'])

/** Returns the stdout of a sample. @throws {Error} With its output, if it fails. */
export async function runSample({ lang, source }: { lang: string; source: string }, token: string): Promise<string> {
  const runner = runners[lang]
  if (runner === undefined) throw new Error(`There is no command for ${lang}. Add it to run-sample.ts.`)
  await using folder = await folderWithClient()
  await writeFile(join(folder.path, runner.file), source)
  return await getOutput(runner.command, [runner.file], {
    cwd: folder.path,
    env: { TOKEN: token },
  })
}

/** Creates a folder in which samples can import the client: it links all packages of the project. */
export async function folderWithClient(): Promise<{ path: string } & AsyncDisposable> {
  const folder = await temporaryFolder()
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }')
  return folder
}
