// Rules for the values that stand in code: numbers, texts, lists and objects.
import ts from 'typescript'
import type { CodeOperator } from './code-operators.ts'
import { put } from './code-operators.ts'
import type { Edit } from './mutant.ts'

export const literalOperators: CodeOperator[] = [
  {
    name: 'flip a boolean',
    example: ['a = true', 'a = false'],
    edits: (node) => {
      if (node.kind === ts.SyntaxKind.TrueKeyword) return [put(node, 'false')]
      return node.kind === ts.SyntaxKind.FalseKeyword ? [put(node, 'true')] : []
    },
  },
  {
    name: 'change a number by one',
    example: ['a = 5', 'a = 6'],
    edits: (node) => {
      if (!ts.isNumericLiteral(node) || isDuration(node)) return []
      const value = Number(node.text)
      return [value + 1, ...(value > 0 ? [value - 1] : [])].map((next) => put(node, String(next)))
    },
  },
  {
    name: 'change a number greatly',
    example: ['a = 5_000', 'a = 500000'],
    edits: (node) =>
      ts.isNumericLiteral(node) && Number(node.text) > 9 ? [put(node, `${Number(node.text) * 100}`)] : [],
  },
  {
    name: 'blank a text',
    example: ["a = 'b'", "a = ''"],
    edits: (node) => (isText(node) ? [put(node, node.text === '' ? "'changed'" : "''")] : []),
  },
  {
    name: 'blank a text between values',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    example: ['a = `b ${c}`', 'a = `${c}`'],
    edits: (node) => chunks(node).map(([start, end]) => ({ start, end, replacement: '' })),
  },
  {
    name: 'swap a kind of problem',
    example: ["a = '/problems/not-found'", "a = '/problems/invalid-request'"],
    edits: (node) => {
      if (!isText(node) || !node.text.startsWith('/problems/')) return []
      const twin = node.text === '/problems/not-found' ? '/problems/invalid-request' : '/problems/not-found'
      return [put(node, `'${twin}'`)]
    },
  },
  {
    name: 'drop an element',
    example: ['a = [b, c]', 'a = [c]'],
    edits: (node) => (ts.isArrayLiteralExpression(node) ? eachDropped(node.elements) : []),
  },
  {
    name: 'drop a property',
    example: ['a = { b: 1, ...c }', 'a = { b: 1 }'],
    edits: (node) => (ts.isObjectLiteralExpression(node) ? eachDropped(node.properties) : []),
  },
]

// No test may judge a millisecond more or less.
function isDuration({ parent }: ts.Node): boolean {
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isParameter(parent)
  return isNamed && /(?:Ms|Seconds|Timeout|Interval)$/.test(parent.name.getText())
}

/** With the comma that goes with it. */
function eachDropped(nodes: ts.NodeArray<ts.Node>): Edit[] {
  return nodes.map((node, index) => {
    const [before, after] = [nodes[index - 1], nodes[index + 1]]
    if (after !== undefined) return { start: node.getStart(), end: after.getStart(), replacement: '' }
    return { start: before === undefined ? node.getStart() : before.getEnd(), end: nodes.end, replacement: '' }
  })
}

/** A text that is a value, and no name of a property or of a module. */
export function isText(node: ts.Node): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral {
  if (!ts.isStringLiteral(node) && !ts.isNoSubstitutionTemplateLiteral(node)) return false
  const { parent } = node
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) return parent.name !== node
  return !(ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
}

/** Where the texts between the values of a template are. */
export function chunks(node: ts.Node): [start: number, end: number][] {
  if (!ts.isTemplateExpression(node)) return []
  const pieces = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
  return pieces
    .map((piece): [number, number] => [piece.getStart() + 1, piece.getEnd() - (ts.isTemplateTail(piece) ? 1 : 2)])
    .filter(([start, end]) => start < end)
}
