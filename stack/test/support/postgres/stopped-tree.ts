// Stops and continues a process and its children. Each child of a postmaster has its own process group.
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { getOutput, start } from '../process.ts'

// A stopped process gets no signal but SIGKILL. When the tests end in any way it continues, and so it can end.
const continueAfterTests = 'exec 2> /dev/null; while kill -0 $PPID; do sleep 1; done; kill -CONT "$@"'

/**
 * Stops a process and its children. The parent is first, so that it starts no others.
 * @returns Ends the stop with SIGCONT, or with SIGKILL.
 */
export async function stopTree(parent: number): Promise<(signal: 'SIGCONT' | 'SIGKILL') => Promise<void>> {
  const pids = new Set<number>()
  for (let found = [parent]; found.length > 0; found = (await findChildren(parent)).filter((pid) => !pids.has(pid))) {
    for (const pid of found) pids.add(pid)
    send(found, 'SIGSTOP')
    await sleep(5) // a child that the parent was just starting becomes visible
  }
  const guard = start('sh', ['-c', continueAfterTests, 'sh', ...[...pids].map(String)], { detached: true })
  return async (signal) => {
    send([...pids], signal)
    await guard.end('SIGKILL')
  }
}

function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended already.
    }
  }
}

async function findChildren(parent: number): Promise<number[]> {
  if (process.platform === 'linux') {
    const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')
    return (children.match(/\d+/g) ?? []).map(Number)
  }
  const lines = (await getOutput('ps', ['-A', '-o', 'pid=,ppid='])).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []))
}
