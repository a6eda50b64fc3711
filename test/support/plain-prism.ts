// Prism as it comes, with the contract and nothing else, in a process of its own.

import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { freePort } from './process.ts'

const root = new URL('../../', import.meta.url)

export interface PlainPrism extends AsyncDisposable {
  url: string
  /** Resolves when the process is no more. */
  ended: Promise<void>
}

export async function startPlainPrism(deadlineMs: number): Promise<PlainPrism> {
  const port = await freePort()
  const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')
  const args = [command, 'mock', 'openapi.yaml', '--host', '127.0.0.1', '--port', String(port)]
  const prism = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => prism.kill())
  await listening(prism, deadlineMs)
  const ended = new Promise<void>((resolve) => prism.once('exit', () => resolve()))
  return {
    url: `http://127.0.0.1:${port}`,
    ended,
    async [Symbol.asyncDispose]() {
      prism.kill()
      await ended
    },
  }
}

function listening(child: ChildProcess, deadlineMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const giveUp = (why: string) => {
      child.kill()
      reject(new Error(`Prism ${why}: ${said}`))
    }
    const deadline = setTimeout(() => giveUp('did not start in time'), deadlineMs)
    const giveUpOnEnd = () => giveUp('ended')
    child.once('exit', giveUpOnEnd)
    const hear = (chunk: Buffer) => {
      said += chunk
      if (!said.includes('Prism is listening')) return
      clearTimeout(deadline)
      child.removeListener('exit', giveUpOnEnd)
      resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
  })
}
