// How a person runs a command of this program in a terminal.
import { relative } from 'node:path'

export function ownCommand(name: string): string {
  return `node ${relative('', process.argv[1] ?? '')} ${name}`
}
