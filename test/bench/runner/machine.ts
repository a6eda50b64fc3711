// The machine of a run: the server has one core, and the load another.
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '../../../tools/environment.ts'

const serverCore = '0'
const loadCore = '1'

/** Binds this process, which sends the load, to its core. Ends it with 2 if the machine cannot do this. */
export function bindLoad(): void {
  const { status } = spawnSync('taskset', ['-a', '-cp', loadCore, String(process.pid)])
  if (status !== 0) refuse('This needs Linux, two cores and taskset (Debian package util-linux).')
}

/** The command that runs another one on the core of the server. */
export function onServerCore(command: string[]): string[] {
  return ['taskset', '-c', serverCore, ...command]
}

/** How many cores other programs use now. The programs of the run must be idle. */
export async function measureOtherLoad(): Promise<number> {
  const before = busyMs()
  await sleep(500)
  return (busyMs() - before) / 500
}

function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
}
