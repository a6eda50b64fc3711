// The machine of a run: the server has one core, and the load another.
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '../../../stack/environment.ts'

export const bindServer = (pid: number) => bind(pid, '0')

/** Binds this process, which sends the load. */
export const bindLoad = () => bind(process.pid, '1')

/** Binds a process to a core. Ends this process with 2 if the machine cannot do this. */
function bind(pid: number, core: string): void {
  const { status } = spawnSync('taskset', ['-a', '-cp', core, String(pid)])
  if (status !== 0) refuse('This needs Linux, two cores and taskset (Debian package util-linux).')
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
