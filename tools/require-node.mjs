// Says in one line what to do when Node is older than package.json asks for. In old syntax, since an old Node runs it.

import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = engines.node.replace('>=', '')

if (isOlder(process.versions.node, needed)) {
  console.error(
    `This needs Node ${needed} or newer; here is ${process.versions.node}. ` +
      'Run `make start` or `make test`, which bring one, or install it from https://nodejs.org.',
  )
  process.exit(1)
}

function isOlder(version, than) {
  const ours = version.split('.').map(Number)
  const theirs = than.split('.').map(Number)
  const differing = theirs.findIndex((number, place) => number !== ours[place])
  return differing !== -1 && ours[differing] < theirs[differing]
}
