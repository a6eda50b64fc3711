// Starts the service as a supervisor does that holds the socket open, such as systemd; if requested, as the first process
// of its own process namespace, as in a container.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { onCleanUp, root } from './folder.ts'
import type { Settings } from './process.ts'
import { listening } from './service-process.ts'

/** A bound socket of this process, which never accepts a connection itself. */
export interface HeldSocket {
  descriptor: number
  port: number
}

// Node has no public function that binds a socket without listening on it.
export function holdSocket(address = '127.0.0.1'): HeldSocket {
  const { TCP, constants } = (process as unknown as { binding: (name: 'tcp_wrap') => TcpBinding }).binding('tcp_wrap')
  const socket = new TCP(constants.SERVER)
  if (socket.bind(address, 0) !== 0) throw new Error('No port is free.')
  const bound: { port?: number } = {}
  socket.getsockname(bound)
  return { descriptor: socket.fd, port: bound.port ?? 0 }
}

interface TcpBinding {
  constants: { SERVER: number }
  TCP: new (
    type: number,
  ) => {
    fd: number
    bind: (address: string, port: number) => number
    getsockname: (result: object) => number
  }
}

export interface SupervisedService {
  /** Stops it. Returns its exit code. */
  stop: () => Promise<number | null>
}

/** Resolves when the service listens. @throws {Error} with its output if it does not. */
export async function startSupervised(
  { descriptor }: Pick<HeldSocket, 'descriptor'>,
  settings: Settings,
  asFirstProcess = false,
): Promise<SupervisedService> {
  const namespace = asFirstProcess ? 'unshare --map-root-user --fork --pid --mount-proc ' : ''
  const command = `exec ${namespace}sh -c 'LISTEN_PID=$$ exec "${process.execPath}" server/main.ts'`
  const child = spawn('sh', ['-c', command], {
    cwd: root,
    env: { ...process.env, LISTEN_FDS: '1', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', descriptor],
  })
  onCleanUp(async () => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  await untilListening(child)
  return {
    async stop() {
      process.kill(asFirstProcess ? childOf(child.pid) : (child.pid ?? 0), 'SIGTERM')
      const [code] = await ended
      return code
    },
  }
}

function untilListening({ stdout, stderr }: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (listening.test(output)) resolve()
    })
    let errors = ''
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    stderr?.once('end', () => reject(new Error(errors)))
  })
}

/** The process in the namespace: its parent only waits for it. */
function childOf(pid = 0): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}
