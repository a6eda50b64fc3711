#!/usr/bin/env node
// The commands of the stack, which run in the folder of a product: `npx contract-stack generate`, for example.
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitWithError } from './environment.ts'

const commands: Record<string, [meaning: string, run: () => Promise<unknown>]> = {
  adopt: ['write a new repository for a contract (CONTRACT DIR)', () => import('./adopt/main.ts')],
  generate: ['write generated/ from openapi.yaml (--check only compares)', () => import('./generate/main.ts')],
  handlers: [
    'write the files of server/handlers/ that are missing, and their list',
    () => import('./adopt/handlers.ts'),
  ],
  build: ['bundle server/main.ts for production: dist/service.cjs', buildService],
  lint: ['check openapi.yaml against the rules of redocly.yaml', () => import('./redocly/lint.ts')],
  compat: ['compare the contract with an earlier one (OLD, NEW)', () => import('./compat/main.ts')],
  test: ['test a service or a mock against the contract (--help lists the flags)', testService],
}

// Most commands load TypeScript or Ajv, which take a second to compile.
enableCompileCache()

// Removes the name of the command, so that the command reads the arguments after it.
const [name = 'help'] = process.argv.splice(2, 1)
if (['help', '--help', '-h'].includes(name)) {
  const lines = Object.entries(commands).map(([command, [meaning]]) => `  ${command.padEnd(10)}${meaning}`)
  console.log(['Usage: contract-stack <command>', '', ...lines].join('\n'))
} else {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) exitWithError(`There is no command ${name}. Use ${Object.keys(commands).join(', ')}.`)
  // The contract tester lists its flags itself.
  if (name !== 'test' && process.argv.includes('--help')) console.log(`contract-stack ${name}: ${command[0]}`)
  else await command[1]()
}

async function buildService(): Promise<void> {
  const { buildService } = await import('./package/build-service.ts')
  console.log(await buildService())
}

async function testService(): Promise<void> {
  const { runCommand } = await import('./tester/run.ts')
  const { productService } = await import('./product-service.ts')
  await runCommand('contract-stack test', pathToFileURL(resolve('generated/openapi.yaml')), productService)
}
