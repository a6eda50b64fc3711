// The rules of the architecture: what each part may import, and what no file may contain. The TypeScript parser finds the
// imports, including imports of types.
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/**
 * What each part may import besides itself and generated/: folders, files, packages, and `node:` for all modules of Node
 * but node:sqlite. A file belongs to the part with the longest matching name. A part that is inside another part is not
 * included in it.
 */
const allowedImports: Record<string, string> = {
  'server/main.ts':
    'server/http/app.ts server/auth server/configuration/configuration.ts server/contract server/example-plants.ts server/http/http-server.ts ' +
    'server/ops server/core/plants/plant-handlers.ts server/configuration/start-up-error.ts server/store node: uuid',
  'server/example-plants.ts': 'server/core/plants/plant-store.ts csv-parse uuid node:',
  'server/mock/main.ts':
    'server/configuration/configuration.ts server/http/http-server.ts server/mock/mock.ts server/shutdown.ts server/configuration/start-up-error.ts',
  'server/configuration/configuration.ts':
    'server/auth/loopback.ts server/core/contract/plan.ts server/configuration/settings.ts server/configuration/start-up-error.ts node:',
  'server/configuration/settings.ts': 'server/auth/loopback.ts node:',
  'server/configuration/start-up-error.ts': '',
  'server/http/app.ts':
    'server/auth server/contract server/monitoring/response-event.ts server/http/pages.ts express helmet node:',
  'server/mock/mock.ts':
    'server/http/app.ts server/auth server/contract server/mock server/core/problem.ts ' +
    'express @stoplight/prism-core @stoplight/prism-http node:',
  'server/mock': 'server/contract server/core/problem.ts',
  'server/http/pages.ts': 'server/contract server/http/problem-page.ts express node:',
  'server/http/problem-page.ts': 'server/contract',
  'server/http/http-server.ts':
    'server/contract server/monitoring/response-event.ts server/core/problem.ts server/configuration/start-up-error.ts node:',
  'server/core/plants/plant-handlers.ts':
    'server/core/caller.ts server/core/plants/handlers.ts server/core/plants/cursor.ts server/core/plants/entity-tag.ts ' +
    'server/core/plants/idempotency-key.ts server/core/problem.ts server/core/plants/plant-store.ts node:util',
  'server/core/plants/cursor.ts': 'server/core/problem.ts node:',
  'server/core/plants/entity-tag.ts': 'server/core/problem.ts node:',
  'server/core/plants/idempotency-key.ts': 'server/core/problem.ts',
  'server/core/problem.ts': '',
  'server/contract':
    'server/auth server/core/problem.ts ajv cors express express-openapi-validator express-rate-limit jsonc-parser node:',
  'server/auth': 'server/core/problem.ts jose node:',
  'server/store': 'node: node:sqlite',
  'server/ops': 'express pino prom-client node:',
  client: 'openapi-fetch',
  'client/csv': 'client csv-parse node:',
  'client/msw': 'client msw',
  'client/react': 'client @tanstack/react-query react',
  generated: '',
  tools: 'ajv esbuild openapi-typescript typescript yaml node:',
}

/**
 * A part may import the dependencies and peer dependencies of this package.json. Others may not be installed. The first
 * match counts. The CSV commands are not part of the published client.
 */
const manifests: Record<string, string> = {
  server: 'package.json',
  'client/csv': 'package.json',
  client: 'client/package.json',
}

/** No part of production. */
const developmentOnly = ['server/mock/mock.ts', 'server/mock', 'server/mock/main.ts']

const environmentReaders = [
  'server/main.ts',
  'server/auth/print-token.ts',
  'server/mock/main.ts',
  'client/csv/run-command.ts',
]
const maxLines = 300
const meaninglessName = /^(?:utils?|helpers?|managers?|commons?)$/

/** The text of each file, by its path relative to the root with forward slashes. */
export type Tree = Record<string, string>

/** Reads the code of the project, generated code included, and the manifests. */
export function readProject(): Tree {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const paths = ['server', 'client', 'generated', 'test', 'tools'].flatMap((part) => codeIn(root, part))
  return Object.fromEntries(
    [...Object.values(manifests), ...paths].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
}

function codeIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : codeIn(root, path)
    return /\.[cm]?[jt]sx?$/.test(entry.name) ? path : []
  })
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
  const allowed = part === undefined ? [] : ['generated', part, ...((allowedImports[part] ?? '').match(/\S+/g) ?? [])]
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
  if (part === 'node:') return path.startsWith(part) && path !== 'node:sqlite'
  return path === part || path.startsWith(`${part}/`)
}

function missingPackages(tree: Tree, path: string, imports: string[]): string[] {
  const manifest = Object.entries(manifests).find(([part]) => isIn(path, part))?.[1]
  if (manifest === undefined) return []
  const { dependencies = {}, peerDependencies = {}, devDependencies = {} } = JSON.parse(tree[manifest] ?? '{}')
  const isProduction = !developmentOnly.some((part) => isIn(path, part))
  const installed = { ...dependencies, ...peerDependencies, ...(isProduction ? {} : devDependencies) }
  return imports
    .filter(
      (target) =>
        !target.startsWith('node:') && !/^(?:server|client|generated|test|tools)\/|^a computed path: /.test(target),
    )
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
    .map(specifier)
    .filter((node) => node !== undefined)
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
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return nodes
}
