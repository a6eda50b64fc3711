// The server and the load run on one core each, with taskset (util-linux).
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

export const serverCore = 0
const loadCore = 1

const obstacle = reasonNotToPin()

/** Why the processes share cores, in one line; `undefined` if each has its own. */
export function pinLoad(): string | undefined {
  if (obstacle === undefined) spawnSync('taskset', ['-a', '-cp', String(loadCore), String(process.pid)])
  return obstacle
}

/** The command that runs another one on one core. */
export function commandOnCore(core: number, command: string[]): string[] {
  return obstacle === undefined ? ['taskset', '-c', String(core), ...command] : command
}

function reasonNotToPin(): string | undefined {
  if (availableParallelism() < 2) return 'This machine has one core, so server and load share it.'
  const { error, status } = spawnSync('taskset', ['-c', `${serverCore},${loadCore}`, 'true'])
  if (error) return 'taskset (util-linux) is not installed, so server and load are not bound to cores.'
  return status === 0 ? undefined : 'The cores 0 and 1 are not available, so server and load are not bound to cores.'
}
