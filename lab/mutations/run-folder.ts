// Called by Vitest before the first run: all mutants share one process that generates products, and one PostgreSQL
// server. Unlike for other runs, main.ts has already generated the files of rooms.
export { makeRunFolder as default } from '../../test/support/run-folder.ts'
