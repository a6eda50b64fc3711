// The one call that starts child processes in tests: execa with the options of this project.
import { delimiter, dirname, join } from 'node:path'
import { execa } from 'execa'

// Variables that describe the machine. Others could be settings of the service, or options of make, npm and Node.
const machine = /^(?:HOME|LANG|TMPDIR|CHROMIUM|\w*(?:CERT|PROXY)\w*|npm_config_(?:registry|cache|userconfig))$/i

/** The `PATH` of child processes. The substitutes are last: they run only if the machine has no curl or no python3. */
export const commandPath = [dirname(process.execPath), process.env.PATH, join(import.meta.dirname, 'substitutes')].join(
  delimiter,
)

/** @param settings Environment variables. The process gets these and those of the machine, but no others. */
export function launch(
  command: string,
  args: string[],
  { cwd, settings, detached }: { cwd: string; settings: Record<string, string>; detached: boolean },
) {
  const ofMachine = Object.fromEntries(Object.entries(process.env).filter(([name]) => machine.test(name)))
  return execa(command, args, {
    cwd,
    detached,
    env: { ...ofMachine, PATH: commandPath, no_proxy: '127.0.0.1', ...settings },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    buffer: false, // tests read the output while the process runs
    forceKillAfterDelay: false, // the timeouts of the tests decide
  })
}

export function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended already.
  }
}
