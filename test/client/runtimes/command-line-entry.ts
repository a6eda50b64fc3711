// Runs the suite as a program in Node, Bun and Deno. Its argument is a list of implementations, and its output is a list of
// outcomes, both as JSON.
import { argv, exit } from 'node:process'
import { runSuite } from './suite.ts'

// In React Native, the handlers for Mock Service Worker do not run.
const isReactNative = globalThis.navigator?.product === 'ReactNative'
const handlers = isReactNative ? [] : [(await import('./msw-handlers.ts')).mswHandlers]
console.log(JSON.stringify(await runSuite([...JSON.parse(argv[2] ?? '[]'), ...handlers])))
exit() // importing msw opens a BroadcastChannel, and Deno would wait for it
