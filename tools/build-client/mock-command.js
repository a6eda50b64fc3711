#!/usr/bin/env node
// plant-collection-mock: starts the mock that lies beside it, or says in one line that this Node cannot. In old syntax,
// since an old Node reads it.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = engines.node.replace('>=', '')
const [major, minor] = process.versions.node.split('.').map(Number)
const [neededMajor, neededMinor] = needed.split('.').map(Number)

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `plant-collection-mock needs Node ${needed} or newer; here is ${process.versions.node}. Get one from https://nodejs.org.`,
  )
  process.exitCode = 1
} else {
  await import('./mock.js')
}
