// Which check fails first on a mutant of the contract: from the fast ones to the slow ones, as a developer runs them.
import { readFile } from 'node:fs/promises'
import { parse, stringify } from 'yaml'
import type { Copy } from '../../copies/copy.ts'
import { type Mutant, mutated } from './mutants.ts'

const vitest = (...folders: string[]) => ['vitest', 'run', ...folders, '--bail=1', '--retry=1']

/** `compat` comes last: the version check fails on every incompatible change, without a test of its meaning. */
const checks = {
  lint: ['redocly', 'lint', 'openapi.yaml', 'docs/workflows.arazzo.yaml', '--format=stylish'],
  generator: ['make', 'generate'],
  types: ['tsc'],
  tests: vitest('test/server', 'test/client'),
  proofs: vitest('test/proof/coverage', 'test/proof/conformance', 'test/proof/parity', 'test/proof/workflows'),
  compat: ['make', 'compat'],
}

export type Check = keyof typeof checks
export const checkNames = Object.keys(checks) as Check[]

export interface Detection {
  by: Check | 'none'
  message: string
}

const timeoutMs = 10 * 60_000
const contract = 'openapi.yaml'
const original: unknown = parse(await readFile(new URL(`../../../${contract}`, import.meta.url), 'utf8'))

/** @param mutant Without one, all checks should pass. */
export async function detect(copy: Copy, mutant?: Mutant): Promise<Detection> {
  await using _generated = await copy.preserve('generated')
  await using _contract = await copy.change(contract, () => text(mutant ? mutated(original, mutant) : original))
  for (const by of checkNames) {
    const { result, message } = await copy.run(checks[by], timeoutMs)
    if (result !== 'passed') return { by, message: result === 'timed out' ? `timed out: ${message}` : message }
  }
  return { by: 'none', message: '' }
}

// Each pattern on one line, and equal nodes written in full.
function text(node: unknown): string {
  return stringify(node, { lineWidth: 0, aliasDuplicateObjects: false })
}
