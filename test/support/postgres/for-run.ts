// What the main process of vitest makes for the tests of a run: see once-per-run.ts.

import { startSharedServer } from '../../../stack/test/support/postgres/database.ts'
import { prepareInstallation } from '../../../stack/test/support/postgres/installation.ts'
import { builders } from '../once-built.ts'

export const makers = { ...builders, installation: prepareInstallation, server: startSharedServer }
