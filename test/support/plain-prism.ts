// Prism without anything of this project but the contract: `prism mock openapi.yaml` as a process.
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { type Ended, start } from './process.ts'

const command = fileURLToPath(import.meta.resolve('@stoplight/prism-cli/dist/index.js'))

export interface PlainPrism extends AsyncDisposable {
  url: string
  /** Resolves when the process has ended. Some requests end it. */
  ended: Promise<Ended>
}

export async function startPlainPrism(timeoutMs: number): Promise<PlainPrism> {
  const port = await freePort()
  const args = [command, 'mock', 'openapi.yaml', '--host', '127.0.0.1', '--port', String(port)]
  const prism = start(process.execPath, args)
  await prism.printed(/Prism is listening/, timeoutMs)
  return {
    url: `http://127.0.0.1:${port}`,
    ended: prism.ended,
    async [Symbol.asyncDispose]() {
      await prism.end()
    },
  }
}
