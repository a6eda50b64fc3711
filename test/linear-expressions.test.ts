// Every regular expression over the input of a client takes linear time: a client must not be able to block the process with
// a long string (https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS).
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { analysePattern } from '../stack/contract/check/pattern-time.ts'

// Expressions that match only texts of this project or of Linux, which no client writes.
const trustedExpressions = [
  'http-equiv="Content-Security-Policy" content="([^"]+)"',
  '^The samples call `(https?:\\/\\/[^/`]+)',
  '^Max open files +(\\d+)',
]

const files = globSync('{server,client,stack/{client,core,csv,mock,react,server}}/**/*.ts')

it('every expression of the code and of the contract takes linear time', () => {
  const expressions = new Set([...files.flatMap(literalsIn), ...patternsOfRequests()])
  expect(expressions.size).toBeGreaterThan(50)
  const notLinear = [...expressions].filter((text) => {
    const end = text.lastIndexOf('/')
    const source = text.slice(1, end)
    return !trustedExpressions.includes(source) && analysePattern(source, text.slice(end + 1)).status !== 'safe'
  })
  expect(notLinear).toEqual([])
})

it('no file builds an expression at run time, which this test would not see', () => {
  expect(files.filter((file) => /\bRegExp\(/.test(readFileSync(file, 'utf8')))).toEqual([])
})

/** Returns the literals of regular expressions, such as `/a+/u`. */
function literalsIn(file: string): string[] {
  const expressions: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) expressions.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return expressions
}

/** Returns the patterns of the parameters and the schemas of the contract. */
function patternsOfRequests(): string[] {
  const { components } = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
  const expressions: string[] = []
  JSON.stringify([components.parameters, components.schemas], (key, value) => {
    if (key === 'pattern') expressions.push(`/${value}/u`)
    return value
  })
  return expressions
}
