// What the main process of vitest makes for the tests of a run: see once-per-run.ts.

import { builders } from '../once-built.ts'
import { startSharedServer } from './database.ts'
import { prepareInstallation } from './installation.ts'

export const makers = { ...builders, installation: prepareInstallation, server: startSharedServer }
