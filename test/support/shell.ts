// Runs commands of the docs in a shell, as if pasted into a terminal.
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { newFolder } from '../../stack/test/support/folder.ts'
import { commandPath, type ProcessResult, run, type Settings } from '../../stack/test/support/process.ts'

// The make of the machine, without installing packages while other tests run.
const make = `#!/bin/sh
PATH=\${PATH#*:} exec make -o node_modules/.installed "$@"
`

export async function runInShell(commands: string, settings: Settings = {}): Promise<ProcessResult> {
  const folder = await newFolder()
  await writeFile(join(folder, 'make'), make, { mode: 0o755 })
  return run('sh', ['-c', commands], { env: { ...settings, PATH: [folder, commandPath].join(delimiter) } })
}
