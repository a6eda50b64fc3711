// The rules of the architecture: what each part may import, and what no file may contain. The TypeScript parser finds the
// imports, including imports of types.
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix, sep } from 'node:path'
import ts from 'typescript'
import { root } from '../support/folder.ts'

/**
 * What each part may import besides itself and generated/: folders, files and packages; `node:` for all modules of Node but
 * node:sqlite; `computed` for a path that is known only at run time. A file belongs to the part with the longest matching
 * name: rules for a folder do not hold for a subfolder that has its own line.
 */
const allowedImports: Record<string, string> = {
  // The core runs on any runtime: no module of Node, no Express, no SQL.
  'server/core/problem.ts': '',
  'server/core/caller.ts': '',
  'server/core/paging.ts': '',
  'server/core/contract': 'server/core/problem.ts',
  'server/core/pipeline':
    'server/core/caller.ts server/core/contract server/core/problem.ts jsonc-parser negotiator whatwg-mimetype',
  'server/core/plants':
    'server/core/caller.ts server/core/contract server/core/paging.ts server/core/pipeline server/core/problem.ts',
  'server/core/mock':
    'server/core/caller.ts server/core/contract server/core/examples server/core/pipeline server/core/plants',
  'server/core/examples': 'server/core/contract server/core/paging.ts server/core/pipeline server/core/problem.ts',

  'server/loopback.ts': '',
  'server/configuration': 'server/core/contract server/loopback.ts node:',
  'server/auth':
    'server/configuration server/core/caller.ts server/core/pipeline server/loopback.ts server/once-per-minute.ts jose lru-cache node:',
  'server/store': 'server/configuration server/core/plants pg node: node:sqlite',
  'server/monitoring': 'express pino prom-client node:',
  'server/http':
    'server/configuration server/core/contract server/core/pipeline server/core/problem.ts server/loopback.ts ' +
    'server/monitoring cors express express-openapi-validator express-rate-limit helmet lru-cache node:',
  'server/once-per-minute.ts': '',
  'server/shutdown.ts': 'server/http node:',
  'server/example-plants.ts': 'server/core/plants csv-parse uuid node:',
  'server/service.ts':
    'server/auth server/configuration server/core/contract server/core/plants server/http server/loopback.ts ' +
    'server/monitoring server/once-per-minute.ts server/store ' +
    'uuid node:',
  'server/operations': 'server/configuration server/store pg node: node:sqlite',
  'server/main.ts':
    'server/auth server/configuration server/example-plants.ts server/service.ts server/shutdown.ts node:',
  'server/mock':
    'server/configuration server/core/contract server/core/examples server/core/mock server/core/pipeline server/http ' +
    'server/loopback.ts server/shutdown.ts @stoplight/prism-core @stoplight/prism-http csv-parse express ' +
    'express-openapi-validator node:',

  client: 'openapi-fetch',
  'client/react': 'client @tanstack/react-query react',
  'client/msw':
    'client server/core/contract server/core/examples server/core/mock server/core/pipeline server/core/plants @noble/hashes msw',
  'client/csv': 'client csv-parse node:',
  // The app uses what the package exports, but not the handlers for tests.
  'client/example': '@plant-collection/client @tanstack/react-query oauth4webapi react react-dom virtua',
  '@plant-collection/client/msw': '',
  'client/example/vite.config.ts': '@vitejs/plugin-react vite node:',

  generated: '',
  // It loads packages whose names it gets as arguments.
  'tools/dev/standby.ts': 'node: computed',
  tools: 'tools/package ajv esbuild express-openapi-validator openapi-typescript typescript vite yaml node:',
  'tools/example': 'server/configuration server/mock vite node:',
  'tools/package': 'server/mock esbuild typescript node:',
  'tools/install/chromium': '@sparticuz/chromium node:',
  // Other stacks, in the way of their documentation: nothing of the service.
  'tools/peers':
    '@fastify/response-validation @hono/node-server @hono/zod-openapi ajv ajv-formats express express-openapi-validator ' +
    'fastify hono jose openapi-backend uuid node: node:sqlite',
  // It is going to be a package.
  'tools/contract-tester': '@hyperjump/json-schema fast-check yaml node:',
}

/**
 * A part may import the dependencies and peer dependencies of this package.json; others may not be installed. The CSV
 * commands are not published, and the packages of the MSW entry are bundled.
 */
const manifests: Record<string, string> = {
  server: 'package.json',
  'client/csv': 'package.json',
  'client/example': 'package.json',
  'client/msw': 'package.json',
  client: 'client/package.json',
}

/** They must not import generated/ either. */
const publicNamesOnly = ['client/example']

/** Not used in production. */
const developmentOnly = ['server/mock', 'client/example', 'client/msw']

const environmentReaders = [
  'server/main.ts',
  'server/mock/start.ts',
  'server/auth/print-token.ts',
  'server/operations/back-up.ts',
  'server/operations/move.ts',
  'client/csv/run-command.ts',
]
const maxLines = 300
const meaninglessName = /^(?:utils?|helpers?|managers?|commons?)$/

/** The text of each file, by its path relative to the root with forward slashes. */
export type Tree = Record<string, string>

/** Reads the code of the project, generated code included, and the manifests. */
export function readProject(): Tree {
  const code = '{server,client,generated,test,tools}/**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}'
  const paths = globSync(code, { cwd: root, exclude: ['**/node_modules', '**/dist'] })
  const read = (path: string) => [path.replaceAll(sep, '/'), readFileSync(join(root, path), 'utf8')]
  return Object.fromEntries([...Object.values(manifests), ...paths].map(read))
}

/** @returns A line for each violation of the rules. */
export function violations(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([path, text]) => {
    if (path.endsWith('.json')) return []
    const imports = importsOf(path, text)
    const inImports = [...forbiddenImports(path, imports), ...missingPackages(tree, path, imports)]
    return path.startsWith('generated/') ? inImports : [...inImports, ...forbiddenText(path, text, imports)]
  })
}

function forbiddenImports(path: string, imports: string[]): string[] {
  const part = partOf(path)
  const isTest = isIn(path, 'test')
  if (part === undefined && !isTest) return [`${path} has no line in the table of allowed imports`]
  const generated = publicNamesOnly.some((name) => isIn(path, name)) ? [] : ['generated']
  const allowed = part === undefined ? [] : [...generated, part, ...((allowedImports[part] ?? '').match(/\S+/g) ?? [])]
  const isAllowed = (name: string, target: string) => isIn(target, name) && partOf(name) === partOf(target)
  const mayImport = (target: string) => isTest || allowed.some((name) => isAllowed(name, target))
  return imports
    .filter((target) => target === 'server/main.ts' || !mayImport(target))
    .map((target) => `${path} must not import ${target}`)
}

function partOf(path: string): string | undefined {
  const names = Object.keys(allowedImports).filter((name) => isIn(path, name))
  return names.toSorted((a, b) => b.length - a.length)[0]
}

function isIn(path: string, part: string): boolean {
  if (part === 'computed') return path.startsWith('a computed path')
  if (part === 'node:') return path.startsWith(part) && path !== 'node:sqlite'
  return path === part || path.startsWith(`${part}/`)
}

function missingPackages(tree: Tree, path: string, imports: string[]): string[] {
  const manifest = Object.entries(manifests).find(([part]) => isIn(path, part))?.[1]
  if (manifest === undefined) return []
  const { dependencies = {}, devDependencies = {}, publishConfig } = JSON.parse(tree[manifest] ?? '{}')
  const isProduction = !developmentOnly.some((part) => isIn(path, part))
  const installed = { ...dependencies, ...publishConfig?.peerDependencies, ...(isProduction ? {} : devDependencies) }
  return imports
    .filter((target) => !/^(?:server|client|generated|test|tools)\/|^node:|^a computed path: /.test(target))
    .map((target) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target)
    .filter((name) => !(name in installed))
    .map((name) => `${path} imports ${name}, which is not in dependencies of ${manifest}`)
}

function forbiddenText(path: string, text: string, imports: string[]): string[] {
  const lines = text.replace(/\n$/, '').split('\n').length
  const words = path.replace(/\.\w+$/, '').split(/[^A-Za-z]+|(?=[A-Z])/)
  const nodes = nodesOf(path, text)
  const readsEnvironment = imports.includes('node:process') || nodes.some(isEnvironment)
  const mayRead = !/^(?:server|client)\//.test(path) || environmentReaders.some((part) => isIn(path, part))
  const anyType = nodes.find((node) => node.kind === ts.SyntaxKind.AnyKeyword)
  const comment = /(?:\/\/|\/\*)\s*@ts-(?:ignore|nocheck)/.exec(text)
  return [
    ...(lines > maxLines ? [`${path} has ${lines} lines, more than ${maxLines}`] : []),
    ...(words.some((word) => meaninglessName.test(word.toLowerCase())) ? [`${path} has a meaningless name`] : []),
    ...(readsEnvironment && !mayRead ? [`${path} must not read process.env`] : []),
    ...(anyType ? [`${path} bypasses the type checker: ${anyType.parent.getText()}`] : []),
    ...(comment ? [`${path} bypasses the type checker: ${comment[0]}`] : []),
  ]
}

function isEnvironment(node: ts.Node): boolean {
  const isProcess = (of?: ts.Node) => of !== undefined && /(?:^|\.)process$/.test(of.getText())
  if (ts.isPropertyAccessExpression(node)) return isProcess(node.expression) && node.name.text === 'env'
  if (ts.isElementAccessExpression(node)) return isProcess(node.expression)
  return ts.isVariableDeclaration(node) && isProcess(node.initializer)
}

/** @returns Everything that a file imports, as a path relative to the root or as the name of a package. */
export function importsOf(path: string, text: string): string[] {
  return nodesOf(path, text)
    .flatMap((node) => specifier(node) ?? [])
    .map((node) => {
      if (!ts.isStringLiteralLike(node)) return `a computed path: ${node.getText()}`
      if (/^\.{1,2}\//.test(node.text)) return posix.join(posix.dirname(path), node.text)
      return builtinModules.includes(node.text) ? `node:${node.text.replace(/^node:/, '')}` : node.text
    })
}

function specifier(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isExternalModuleReference(node)) return node.expression
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument
  if (!ts.isCallExpression(node)) return undefined
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require'
  return isImport ? node.arguments[0] : undefined
}

function nodesOf(path: string, text: string): ts.Node[] {
  const nodes: ts.Node[] = [ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)]
  // The loop also visits the nodes that it adds.
  for (const node of nodes) ts.forEachChild(node, (child) => void nodes.push(child))
  return nodes
}
