// What the main process of vitest makes for the tests of a run: see once-per-run.ts.
import { builders } from '../once-built.ts'
import { prepareInstallation } from './installation.ts'
import { startSharedServer } from './shared-server.ts'

export const makers = { ...builders, installation: () => prepareInstallation(), server: startSharedServer }
