// Everything in a contract is supported, needs a handler, or is rejected: docs/openapi-support.md has the list.

import { globSync, readFileSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lint } from '../../redocly/run.ts'
import { compareLocations, type Finding, runChecks, toLines, toWarnings } from '../finding.ts'
import { conditionSubjects } from '../model/condition-subjects.ts'
import type { ContractModel } from '../model/contract.ts'
import { deriveResources } from '../model/resources.ts'
import { accessChecks } from './access.ts'
import { bodyWarnings } from './bodies.ts'
import { cursorChecks, derivedChecks, derivedWarnings, listChecks } from './derived-collections.ts'
import { fieldChecks, fieldWarnings } from './fields.ts'
import { parameterChecks, parameterWarnings } from './parameters.ts'
import { pathChecks, pathWarnings } from './paths.ts'
import { patternWarnings } from './patterns.ts'
import { requestChecks, requestWarnings } from './requests.ts'
import { headerChecks, headerWarnings, responseChecks } from './responses.ts'
import { portabilityChecks, schemaChecks, schemaWarnings } from './schemas.ts'

const sourceChecks = {
  ...fieldChecks,
  ...pathChecks,
  ...parameterChecks,
  ...requestChecks,
  ...responseChecks,
  ...schemaChecks,
  ...accessChecks,
  ...derivedChecks,
  ...listChecks,
  ...headerChecks,
}
const sourceWarnings = {
  ...parameterWarnings,
  ...requestWarnings,
  ...fieldWarnings,
  ...schemaWarnings,
  ...patternWarnings,
  ...headerWarnings,
  ...derivedWarnings,
  ...bodyWarnings,
  ...pathWarnings,
}

/** The names of all checks, by what they lead to. */
export const constructs = {
  rejected: Object.keys({ ...sourceChecks, ...cursorChecks }),
  warnings: Object.keys({ ...sourceWarnings, ...portabilityChecks }),
}

/** @returns Lines for the rejected constructs, and warnings. */
export async function checkContract(contract: ContractModel, lint = lintContract) {
  const { source, locate } = contract
  const rejected = [
    ...toLines(source.locate, runChecks(sourceChecks, source)),
    ...toLines(locate, runChecks(cursorChecks, contract)),
  ]
  // A rejected construct also causes other findings at its line.
  const isNew = (location: string) => !rejected.some((line) => line.startsWith(`${location} `))
  const { errors, warnings: advice } = await lint(contract)
  const isLinted = ([pointer]: Finding) => errors.some(([lintedPointer]) => locate(lintedPointer) === locate(pointer))
  const specWarnings = [...advice, ...runChecks(portabilityChecks, contract).filter((finding) => !isLinted(finding))]
  const warnings = [
    // Missing handlers come before other warnings.
    ...toWarnings(
      source.locate,
      neededHandlers(source, ([pointer]) => isNew(source.locate(pointer))),
    ),
    ...source.warnings,
    ...toWarnings(source.locate, runChecks(sourceWarnings, source)),
    ...toWarnings(locate, specWarnings).filter(({ location }) => isNew(location)),
  ]
  const linted = toLines(
    locate,
    errors.filter(([pointer]) => isNew(locate(pointer))),
  )
  return { rejected: inOrder([...rejected, ...linted]), warnings }
}

function inOrder(lines: string[]): string[] {
  const getLocation = (line: string) => /^.*?:\d+(?= )/.exec(line)?.[0] ?? ''
  return [...new Set(lines)].sort((first, second) => compareLocations(getLocation(first), getLocation(second)))
}

/** The rules of Redocly on which the generators rely. */
const lintConfig = fileURLToPath(import.meta.resolve('./contract.redocly.yaml'))

async function lintContract({ document }: ContractModel): Promise<Record<'errors' | 'warnings', Finding[]>> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contract-'))
  const file = join(folder.path, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  const [violations = []] = await lint(file, '--config', lintConfig)
  const getFindings = (level: string) =>
    violations
      .filter(({ severity }) => severity === level)
      .map(({ message, location }): Finding => [(location[0]?.pointer ?? '').replace(/^#/, ''), message])
  return { errors: getFindings('error'), warnings: getFindings('warn') }
}

const noMethod = 'it is not a list, creation, get, update, replacement or deletion of a collection'

/** Returns a finding for each operation with neither standard method nor handler: the first reason without an error. */
function neededHandlers(contract: ContractModel, isNew: (reason: Finding) => boolean): Finding[] {
  const { standard, adapted, reasons, rejected } = deriveResources(contract)
  const reads = conditionSubjects(contract).flatMap(({ subject }) => (typeof subject === 'string' ? [] : subject.read))
  const files = globSync('server/{,*/}handlers.ts').map((file) => readFileSync(file, 'utf8'))
  // It is enough that a file mentions the operation: the compiler checks the handler.
  const hasHandler = (id: string) => files.some((code) => new RegExp(`\\b${id}\\b`).test(code))
  const isInRejected = (path: string) =>
    rejected.some((refusal) => path === refusal.path || path.startsWith(`${refusal.path}/{`))
  const operations = contract.operations.flatMap((operation): Finding[] => {
    const { id, path, pointer } = operation
    if (standard.has(id) || isInRejected(path) || hasHandler(id)) return []
    const handler = reads.includes(id) ? 'a function read' : 'a handler'
    const need = id in adapted ? 'a handler or an adapter' : handler
    const findings: Finding[] = reasons.get(id) ?? [[pointer, noMethod]]
    return toFirst(findings, (reason) => `${id} needs ${need} in server/handlers.ts: ${reason}.`)
  })
  const paths = rejected.flatMap((refusal) =>
    toFirst(refusal.reasons, (reason) => `${reason}. Its operations need handlers.`),
  )
  return [...paths, ...operations]

  function toFirst(findings: Finding[], toSentence: (reason: string) => string): Finding[] {
    const first = findings.find(isNew)
    return first ? [[first[0], toSentence(first[1])]] : []
  }
}
