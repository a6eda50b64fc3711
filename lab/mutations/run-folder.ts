// Called by Vitest before the first run: all mutants share one process that generates products, and one server of PostgreSQL.
// main.ts has generated the files of rooms already.
export { makeRunFolder as default } from '../../test/support/run-folder.ts'
