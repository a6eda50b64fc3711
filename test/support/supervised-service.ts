// Starts the service like a supervisor that holds the socket open, such as systemd; if requested, as the first process of a PID
// namespace, as in a container.
import { findChildren, type ProcessResult, type Settings, start } from '../../stack/test/support/process.ts'
import { listening } from './service-process.ts'

/** A bound socket of this process, which never accepts a connection itself. */
export function bindSocket(address = '127.0.0.1'): { descriptor: number; port: number } {
  // Node has no public function that binds a socket without listening on it.
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

interface SupervisedService {
  /** Stops the service. Returns its exit code. */
  stop: () => Promise<number | null>
  pid: number
  ended: Promise<ProcessResult>
}

/** Resolves when the service listens. @throws {Error} with its output if it does not. */
export async function startSupervised(
  { descriptor }: { descriptor: number },
  settings: Settings,
  asPid1 = false,
): Promise<SupervisedService> {
  const namespace = asPid1 ? 'unshare --map-root-user --fork --pid --mount-proc ' : ''
  const command = `exec ${namespace}sh -c 'LISTEN_PID=$$ exec "${process.execPath}" server/main.ts'`
  const common = { LISTEN_FDS: '1', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' }
  const child = start('sh', ['-c', command], { env: { ...common, ...settings }, descriptor })
  await child.waitForOutput(listening)
  return {
    pid: child.pid,
    ended: child.ended,
    async stop() {
      // The parent of the process in the namespace only waits for it.
      process.kill(asPid1 ? (findChildren(child.pid)[0] ?? 0) : child.pid, 'SIGTERM')
      return (await child.ended).code
    },
  }
}
