// What the main process of vitest makes for the tests of a run: see once-per-run.ts.

import { startSharedServer } from '../../../stack/test/support/postgres/database.ts'
import { prepareInstallation } from '../../../stack/test/support/postgres/installation.ts'
import { startGenerator } from '../../../stack/test/support/product.ts'
import { builders } from '../once-built.ts'

export const makers = {
  ...builders,
  generator: startGenerator,
  installation: prepareInstallation,
  server: startSharedServer,
}
