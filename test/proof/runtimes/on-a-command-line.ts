// The suite as a program for Node, Bun and Deno: faces in, outcomes out, both as JSON.
import { argv, exit } from 'node:process'
import { handlersFace } from './handlers.ts'
import { runSuite } from './suite.ts'

console.log(JSON.stringify(await runSuite([...JSON.parse(argv[2] ?? '[]'), handlersFace])))
exit() // importing msw opens a BroadcastChannel, for which Deno would wait
