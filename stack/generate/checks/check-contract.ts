// Everything that a contract says is honoured, left to a handler with a warning, or refused. docs/contract.md has the list.

import type { Contract } from '../contract.ts'
import { accessChecks } from './access.ts'
import { bodyWarnings } from './bodies.ts'
import { type Finding, findings } from './check.ts'
import { defaultWarnings } from './defaults.ts'
import { derivedChecks, derivedWarnings, withCauses } from './derived-collections.ts'
import { fieldChecks, fieldWarnings } from './fields.ts'
import { formChecks } from './forms.ts'
import { neededHandlers } from './handlers.ts'
import { headerChecks, headerWarnings } from './headers.ts'
import { keywordChecks, portabilityChecks } from './keywords.ts'
import { lintContract } from './lint.ts'
import { listChecks } from './lists.ts'
import { parameterChecks, parameterTypeChecks, parameterWarnings } from './parameters.ts'
import { pathChecks, pathWarnings, serverPathChecks } from './paths.ts'
import { requestChecks, requestWarnings } from './requests.ts'
import { responseChecks } from './responses.ts'
import { schemaChecks, schemaWarnings } from './schemas.ts'
import { valuelessWarnings } from './valueless.ts'
import { valueChecks } from './values.ts'

const writtenChecks = {
  ...fieldChecks,
  ...pathChecks,
  ...parameterChecks,
  ...requestChecks,
  ...formChecks,
  ...responseChecks,
  ...schemaChecks,
  ...keywordChecks,
}
const completeChecks = {
  ...accessChecks,
  ...listChecks,
  ...valueChecks,
  ...parameterTypeChecks,
  ...headerChecks,
  ...serverPathChecks,
}
const writtenWarnings = {
  ...parameterWarnings,
  ...requestWarnings,
  ...fieldWarnings,
  ...schemaWarnings,
  ...valuelessWarnings,
}
const completeWarnings = { ...headerWarnings, ...derivedWarnings, ...bodyWarnings, ...defaultWarnings, ...pathWarnings }

/** The names of all checks, by what they lead to. */
export const constructs = {
  refused: Object.keys({ ...writtenChecks, ...derivedChecks, ...completeChecks }),
  warnings: Object.keys({ ...writtenWarnings, ...portabilityChecks, ...completeWarnings }),
}

/** Lines, each with its place. */
export interface Report {
  refused: string[]
  warnings: string[]
}

/** @throws {Error} for a changed copy of a contract. */
export async function checkContract(contract: Contract, lint = lintContract): Promise<Report> {
  const { written, locate } = contract
  if (written === undefined) throw new Error('Only a contract that was read can be checked.')
  const ofWritten = findings(writtenChecks, written)
  const warningsOfWritten = lines(written.locate, findings(writtenWarnings, written).map(toWarning))
  const derived = withCauses(contract, findings(derivedChecks, contract))
  const ofComplete = [...findings(completeChecks, contract), ...derived]
  const refused = [...lines(written.locate, ofWritten), ...lines(locate, ofComplete)]
  // What is refused in a line is the cause of others there.
  const isNew = ([pointer]: Finding) => !refused.some((line) => line.startsWith(`${locate(pointer)} `))
  const { errors: others, warnings: advice } = await lint(contract)
  const isLinted = ([pointer]: Finding) => others.some(([other]) => locate(other) === locate(pointer))
  const handlers = neededHandlers(contract).filter(isNew)
  const warnings = lines(
    locate,
    [
      ...handlers,
      ...advice.filter(isNew),
      ...findings(portabilityChecks, contract).filter((one) => isNew(one) && !isLinted(one)),
      ...findings(completeWarnings, contract),
    ].map(toWarning),
  )
  return {
    refused: inOrder([...refused, ...lines(locate, others.filter(isNew))]),
    warnings: inOrder([...warningsOfWritten, ...warnings]),
  }
}

function toWarning([pointer, sentence]: Finding): Finding {
  return [pointer, `warning: ${sentence}`]
}

function lines(locate: (pointer: string) => string, all: Finding[]): string[] {
  return inOrder(all.map(([pointer, sentence]) => `${locate(pointer)} ${sentence}`))
}

/** By file and line, each once. */
function inOrder(lines: string[]): string[] {
  const placed = [...new Set(lines)].map((text) => {
    const [, file = '', number] = /^(.*?):(\d+) /.exec(text) ?? []
    return { text, file, number: Number(number) }
  })
  return placed.sort((a, b) => a.file.localeCompare(b.file) || a.number - b.number).map(({ text }) => text)
}
