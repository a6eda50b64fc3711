// Stops with one line of advice if Node is older than the stack requires. Old syntax only: an old Node runs this file.

import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const required = engines.node.replace('>=', '')

if (process.versions.node.localeCompare(required, 'en', { numeric: true }) < 0) {
  console.error(
    `This project needs Node ${required} or newer, but this is Node ${process.versions.node}. ` +
      'Run `make start` or `make test`, which install a newer Node, or install one from https://nodejs.org.',
  )
  process.exit(1)
}
