// Runs a Python file on a machine without python3, for tests: CPython as WebAssembly, with the sockets of Node.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../folder.ts'
import { installPackages } from '../installed-packages.ts'

interface Pyodide {
  version: string
  useNodeSockFS(): Promise<void>
  runPythonAsync(code: string): Promise<unknown>
}

const folder = join(root, 'tools/install/python')
await installPackages(folder, 'Python, for the samples of the docs (once, 7 MB)')
const { loadPyodide }: { loadPyodide(options: { env: NodeJS.ProcessEnv }): Promise<Pyodide> } = await import(
  join(folder, 'node_modules/pyodide/pyodide.mjs')
)

const [, , file = ''] = process.argv
const python = await loadPyodide({ env: process.env })
await python.useNodeSockFS()
const code = file === '--version' ? 'import sys; print(sys.version)' : await readFile(file, 'utf8')
await python.runPythonAsync(code).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
