// Rules for code, by the nodes of TypeScript's parser: the standard ones of mutation testing, and what they do.
import ts from 'typescript'
import type { Edit } from './mutant.ts'

export interface CodeOperator {
  name: string
  /** What it makes of a small piece of code, among others. */
  example: [before: string, after: string]
  edits: (node: ts.Node) => Edit[]
}

export function put(of: ts.Node, replacement: string): Edit {
  return { start: of.getStart(), end: of.getEnd(), replacement }
}

const swaps = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
])

/** Methods that have a twin, or '' for those that may be left out. */
const methods = new Map(
  Object.entries({
    every: 'some',
    some: 'every',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    toLowerCase: 'toUpperCase',
    toUpperCase: 'toLowerCase',
    min: 'max',
    max: 'min',
    trim: '',
    sort: '',
    toSorted: '',
    reverse: '',
    toReversed: '',
    filter: '',
    slice: '',
    replace: '',
    replaceAll: '',
    unref: '',
    flat: '',
  }),
)

export const codeOperators: CodeOperator[] = [
  // The condition stays, so that it is what it decides that is missed, and not a name that is no longer used.
  {
    name: 'take a condition for true',
    example: ['if (a) b()', 'if ((a) || true) b()'],
    edits: (node) =>
      conditions(node, ts.isIfStatement(node)).map((condition) => put(condition, `(${condition.getText()}) || true`)),
  },
  {
    name: 'take a condition for false',
    example: ['while (a) b()', 'while ((a) && false) b()'],
    edits: (node) => conditions(node, true).map((condition) => put(condition, `(${condition.getText()}) && false`)),
  },
  {
    name: 'swap an operator',
    example: ['a = b < c', 'a = b <= c'],
    edits: (node) => {
      const twin = ts.isBinaryExpression(node) ? swaps.get(node.operatorToken.kind) : undefined
      return ts.isBinaryExpression(node) && twin !== undefined ? [put(node.operatorToken, twin)] : []
    },
  },
  {
    name: 'keep one side',
    example: ['a = b ?? c', 'a = b'],
    edits: (node) =>
      ts.isBinaryExpression(node) && isLogical(node.operatorToken.kind)
        ? [node.left, node.right].map((side) => put(node, side.getText()))
        : [],
  },
  {
    name: 'drop a not',
    example: ['a = !b', 'a = b'],
    edits: (node) => (ts.isPrefixUnaryExpression(node) ? [put(node, node.operand.getText())] : []),
  },
  {
    name: 'swap a method, or leave it out',
    example: ['a = b.trim()', 'a = b'],
    edits: (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
      const { name, expression } = node.expression
      const twin = methods.get(name.text)
      if (twin === undefined) return []
      return [twin === '' ? put(node, expression.getText()) : put(name, twin)]
    },
  },
  {
    name: 'skip a call',
    example: ['a = cut(b)', 'a = (b)'],
    edits: (node) => {
      const [first, ...others] = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.arguments : []
      const isWrapper = first !== undefined && others.length === 0 && !ts.isSpreadElement(first)
      return isWrapper ? [put(node, `(${first.getText()})`)] : []
    },
  },
  {
    name: 'do not wait',
    example: ['await a()', 'a()'],
    edits: (node) => (ts.isAwaitExpression(node) ? [put(node, node.expression.getText())] : []),
  },
  {
    name: 'remove a statement',
    example: ['{ a(); b() }', '{ ; b() }'],
    edits: (node) => (isRemovable(node) ? [put(node, ts.isBlock(node.parent) ? ';' : '{}')] : []),
  },
  {
    name: 'empty a block',
    example: ['for (const a of b) { c(a) }', 'for (const a of b) {}'],
    edits: (node) => emptied(node).map((block) => put(block, '{}')),
  },
  {
    name: 'do nothing in a callback',
    example: ['on(() => a())', 'on(() => undefined)'],
    edits: (node) => (ts.isArrowFunction(node) && isCall(node.body) ? [put(node.body, 'undefined')] : []),
  },
  {
    name: 'drop a case',
    example: ['switch (a) { case 1: b() }', 'switch (a) {  }'],
    edits: (node) => (ts.isCaseOrDefaultClause(node) ? [put(node, '')] : []),
  },
  {
    name: 'drop a default value',
    example: ['function a(b = 1) {}', 'function a(b) {}'],
    edits: (node) =>
      (ts.isParameter(node) || ts.isBindingElement(node)) && node.initializer !== undefined
        ? [
            {
              start: ((ts.isParameter(node) ? node.type : undefined) ?? node.name).getEnd(),
              end: node.initializer.getEnd(),
              replacement: '',
            },
          ]
        : [],
  },
]

function conditions(node: ts.Node, wanted: boolean): ts.Expression[] {
  if (ts.isConditionalExpression(node)) return [node.condition]
  if (!wanted) return []
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return [node.expression]
  return ts.isForStatement(node) && node.condition !== undefined ? [node.condition] : []
}

function isLogical(kind: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
  ].includes(kind)
}

function isCall(node: ts.Node): boolean {
  return ts.isCallExpression(node) || (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression))
}

// A return is only removed where something stands behind it: a guard.
function isRemovable(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return true
  if (!ts.isReturnStatement(node)) return false
  return ts.isIfStatement(node.parent) || ts.isIfStatement(node.parent.parent)
}

// Functions that return nothing, loops, and what follows on a failure.
function emptied(node: ts.Node): ts.Node[] {
  if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body)) {
    return node.body.statements.length > 0 && !returnsValue(node.body) ? [node.body] : []
  }
  if (ts.isForOfStatement(node) || ts.isForStatement(node)) return [node.statement]
  if (ts.isIfStatement(node)) return node.elseStatement === undefined ? [] : [node.elseStatement]
  if (ts.isTryStatement(node))
    return [node.catchClause?.block, node.finallyBlock].filter((block) => block !== undefined)
  return []
}

function returnsValue(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return node.expression !== undefined
  return !ts.isFunctionLike(node) && (ts.forEachChild(node, (child) => returnsValue(child) || undefined) ?? false)
}
