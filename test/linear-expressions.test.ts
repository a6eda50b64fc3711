// Every regular expression over the input of a caller takes linear time: a caller must not be able to block the process with
// a long text (https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS).
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { analysePattern } from '../stack/contract/check/pattern-time.ts'

// Over texts of this project or of Linux only: no caller writes them.
const overOwnTexts = [
  'http-equiv="Content-Security-Policy" content="([^"]+)"',
  '^The samples call `(https?:\\/\\/[^/`]+)',
  '^Max open files +(\\d+)',
]

interface Expression {
  place: string
  source: string
  flags: string
}

const files = globSync('{server,client,stack/{client,core,csv,mock,react,server}}/**/*.ts')
const expressions = [...files.flatMap(literalsIn), ...patternsOfRequests()]

it.each(expressions.filter(({ source }) => !overOwnTexts.includes(source)))(
  '$place: $source takes linear time',
  ({ source, flags }) => {
    expect(analysePattern(source, flags)).toEqual({ status: 'safe' })
  },
)

it('no file builds an expression at run time, which this test would not see', () => {
  expect(files.filter((file) => /\bRegExp\(/.test(readFileSync(file, 'utf8')))).toEqual([])
})

function literalsIn(file: string): Expression[] {
  const found: Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ place: file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return found
}

/** The patterns of the contract, without those of response headers. */
function patternsOfRequests(): Expression[] {
  const { components } = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
  const found = new Set<string>()
  JSON.stringify([components.parameters, components.schemas], (key, value) => {
    if (key === 'pattern') found.add(value)
    return value
  })
  return Array.from(found, (source) => ({ place: 'generated/openapi.json', source, flags: 'u' }))
}
