// Every mutant of the server: each rule at each node of each of its files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { codeOperators } from './code-operators.ts'
import { chunks, isText, literalOperators } from './literal-operators.ts'
import { type Edit, type Mutant, mutantsOf } from './mutant.ts'
import { editsOf, patternOperators, sqlOperators } from './text-operators.ts'

export function serverFiles(root: string): string[] {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `server/${file}`)
    .sort()
}

export function serverMutants(root: string): Mutant[] {
  return serverFiles(root).flatMap((file) => codeMutants(file, readFileSync(join(root, file), 'utf8')))
}

export function codeMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const edits: Parameters<typeof mutantsOf>[1] = []
  const visit = (node: ts.Node, place: string): void => {
    if (hasNoBehaviour(node)) return
    const here = nameOf(node) ?? place
    for (const edit of editsAt(node)) edits.push({ ...edit, area: 'server', file, place: here })
    ts.forEachChild(node, (child) => visit(child, here))
  }
  visit(source, 'module')
  return mutantsOf(text, edits)
}

function editsAt(node: ts.Node): (Edit & { operator: string })[] {
  const ofCode = [...codeOperators, ...literalOperators].flatMap(({ name, edits }) =>
    edits(node).map((edit) => ({ ...edit, operator: name })),
  )
  const pattern = node.kind === ts.SyntaxKind.RegularExpressionLiteral ? node.getText() : undefined
  const ofPattern =
    pattern === undefined
      ? []
      : editsOf(patternOperators, pattern.slice(1, pattern.lastIndexOf('/')), node.getStart() + 1)
  return [...ofCode, ...ofPattern, ...sqlEdits(node)]
}

function sqlEdits(node: ts.Node): (Edit & { operator: string })[] {
  if (!/\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|COMMIT)\b/.test(node.getText())) return []
  const pieces: [number, number][] = isText(node) ? [[node.getStart() + 1, node.getEnd() - 1]] : chunks(node)
  const text = node.getSourceFile().text
  return pieces.flatMap(([start, end]) => editsOf(sqlOperators, text.slice(start, end), start))
}

// Types are checked and then gone; what is imported is used by something that is mutated.
function hasNoBehaviour(node: ts.Node): boolean {
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || isLink(node)
}

function isLink(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
}

function nameOf(node: ts.Node): string | undefined {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
  return isNamed ? node.name?.getText() : undefined
}
