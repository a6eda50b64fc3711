// The suite as a program for Node, Bun and Deno. Its argument is a list of implementations, its output a list of outcomes,
// both as JSON.
import { argv, exit } from 'node:process'
import { mswHandlers } from './msw-handlers.ts'
import { runSuite } from './suite.ts'

console.log(JSON.stringify(await runSuite([...JSON.parse(argv[2] ?? '[]'), mswHandlers])))
exit() // importing msw opens a BroadcastChannel, and Deno would wait for it
