// contract-stack adopt CONTRACT DIR: writes a new repository on the stack for a contract.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkContract } from '../contract/check/check-contract.ts'
import { toWarningLines } from '../contract/finding.ts'
import { loadContract } from '../contract/load-contract.ts'
import { exitWithError, InvalidSetting } from '../environment.ts'
import { repositoryFiles } from './repository.ts'

const stack = fileURLToPath(new URL('..', import.meta.url))

/** Writes all files, or none. @throws {InvalidSetting} */
async function adopt(path: string, folder: string): Promise<void> {
  const { name, version, ...manifest } = JSON.parse(await readFile(join(stack, 'package.json'), 'utf8'))
  if (manifest.private) throw new InvalidSetting('This is the source of the stack. Run make adopt.')
  if (!existsSync(path)) throw new InvalidSetting(`There is no file ${path}.`)
  const existing = await readdir(folder).catch(() => [])
  if (existing.length > 0) throw new InvalidSetting(`${folder} is not empty. Choose a new folder.`)
  const contract = await loadContract(path)
  const { rejected, warnings } = await checkContract(contract)
  for (const line of toWarningLines(warnings, contract.operations)) console.error(line)
  if (rejected.length > 0) throw new InvalidSetting(rejected.join('\n'))
  const files = repositoryFiles({ contract, path, stack: `${name}-${version}.tgz`, manifest })
  try {
    await writeRepository(files, folder)
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
  const handlers = [...files.keys()].filter((file) => file.startsWith('server/handlers/'))
  const { length } = contract.operations
  const handlerLines = [`${handlers.length} of ${length} operations return 501 until you write them:`, ...handlers]
  console.log(`
${resolve(folder)} is ready.
${handlers.length === 0 ? 'Each operation is a standard method: there is nothing to write.' : handlerLines.join('\n  ')}

  cd ${folder} && make start
`)
}

async function writeRepository(files: Map<string, string>, folder: string): Promise<void> {
  for (const [file, text] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  await chmod(join(folder, '.ci/run'), 0o755)
  const quiet = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
  run('npm', ['pack', stack, ...quiet], folder)
  console.log('Selecting the versions of the packages...')
  run('npm', ['install', '--package-lock-only', ...quiet], folder)
  // It prints the progress of the installation.
  run('make', ['generate'], folder, 'inherit')
  const isInRepository = tryRun('git', ['rev-parse', '--git-dir'], folder)
  if (!isInRepository) tryRun('git', ['init', '--quiet'], folder)
}

/** PATH without the Node of this project: make then installs a newer Node if the Node of the machine is too old. */
const PATH = process.env.PATH?.split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')))

/** @throws {InvalidSetting} with the output of the command. */
function run(command: string, args: string[], cwd: string, stderr: 'pipe' | 'inherit' = 'pipe'): void {
  const env = { ...process.env, PATH: PATH?.join(delimiter) }
  try {
    execFileSync(command, args, { cwd, env, stdio: ['ignore', 'pipe', stderr] })
  } catch (error) {
    const { stdout, stderr } = Object(error)
    throw new InvalidSetting(`${command} ${args[0]} failed:\n${stdout ?? ''}${stderr ?? ''}`)
  }
}

function tryRun(command: string, args: string[], cwd: string): boolean {
  try {
    run(command, args, cwd)
    return true
  } catch {
    return false
  }
}

const [contractPath, folder] = process.argv.slice(2)
if (!contractPath || !folder)
  exitWithError('Name the contract and the new folder: contract-stack adopt path/to/openapi.yaml ../my-api')
try {
  await adopt(normalize(contractPath), folder)
} catch (error) {
  exitWithError(error instanceof Error ? error.message : String(error))
}
