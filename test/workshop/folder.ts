// A folder of its own for one test, with copies of what it needs from the project; gone when the test is over.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { root } from './run.ts'

export async function folderWith(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workshop-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of names) await cp(join(root, name), join(folder, name), { recursive: true })
  return folder
}
