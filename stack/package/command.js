#!/usr/bin/env node
// The command of a package runs start.js in this folder. Old syntax only: an old Node prints that it is too old.
import { readFileSync } from 'node:fs'

const { name, engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const required = engines.node.replace('>=', '')

if (process.versions.node.localeCompare(required, 'en', { numeric: true }) < 0) {
  console.error(
    `${name} needs Node ${required} or newer, but this is Node ${process.versions.node}. ` +
      'Install a newer Node from https://nodejs.org.',
  )
  process.exitCode = 2
} else {
  await import('./start.js')
}
