// The plant service as an operator runs it: as a process.
import { contract } from '../../generated/index.ts'
import type { Settings } from '../../stack/test/support/process.ts'
import * as support from '../../stack/test/support/service-process.ts'

export { getLog, type ServiceProcess, startMessage as listening } from '../../stack/test/support/service-process.ts'

const main = 'server/main.ts'

export const startProcess = (settings: Settings, options: { script?: string; node?: string } = {}) =>
  support.startProcess(settings, { script: main, ...options })
export const usedFolder = () => support.existingDataFolder(contract)
export const tokenFor = (settings: Settings) => support.tokenFor(settings, contract)
