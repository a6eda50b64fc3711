// Runs the rules of Redocly, and of ours, on which the generators rely.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Contract } from '../contract.ts'
import { lint } from '../redocly.ts'
import type { Finding } from './check.ts'

/** The rules. */
export const lintConfig = fileURLToPath(import.meta.resolve('./contract.redocly.yaml'))

export async function lintContract({ document }: Contract): Promise<Record<'errors' | 'warnings', Finding[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    const [violations = []] = await lint(file, '--config', lintConfig)
    const getFindings = (wanted: string) =>
      violations
        .filter(({ severity }) => severity === wanted)
        .map(({ message, location }): Finding => [(location[0]?.pointer ?? '').replace(/^#/, ''), message])
    return { errors: getFindings('error'), warnings: getFindings('warn') }
  } finally {
    await rm(folder, { recursive: true })
  }
}
