// Rules for what stands inside of texts and is a language of its own: SQL, and regular expressions.
import type { Edit } from './mutant.ts'

interface TextOperator {
  name: string
  example: [before: string, after: string]
  find: RegExp
  /** `$&` is what was found. */
  put: string
}

/** Each keeps the number of parameters, so that it is the answer that is wrong and not the statement. */
export const sqlOperators: TextOperator[] = [
  {
    name: 'SQL: forget a clause',
    example: ['DELETE FROM plant WHERE owner = ? AND id = ?', 'DELETE FROM plant WHERE (owner = ? OR 1) AND id = ?'],
    find: /\b\w+ (?:=|<|>|<=|>=) \?(?=\s+(?:AND|ORDER|LIMIT)\b|\s*$)/g,
    put: '($& OR 1)',
  },
  { name: 'SQL: move a boundary', example: ['WHERE id > ?', 'WHERE id >= ?'], find: /(?<= )[<>](?= \?)/g, put: '$&=' },
  { name: 'SQL: move a boundary', example: ['WHERE id <= ?', 'WHERE id < ?'], find: /(?<= [<>])=(?= \?)/g, put: '' },
  { name: 'SQL: turn a comparison', example: ['WHERE id > ?', 'WHERE id < ?'], find: /(?<= )>(?==? \?)/g, put: '<' },
  { name: 'SQL: turn a comparison', example: ['WHERE at <= ?', 'WHERE at >= ?'], find: /(?<= )<(?==? \?)/g, put: '>' },
  {
    name: 'SQL: forget the order',
    example: ['WHERE a ORDER BY id LIMIT 3', 'WHERE a LIMIT 3'],
    find: / ORDER BY \w+/g,
    put: '',
  },
  {
    name: 'SQL: turn the order',
    example: ['ORDER BY id LIMIT 3', 'ORDER BY id DESC LIMIT 3'],
    find: /ORDER BY \w+/g,
    put: '$& DESC',
  },
  { name: 'SQL: change a limit', example: ['LIMIT ?', 'LIMIT ? + 1'], find: /LIMIT (?:\?|\d+)/g, put: '$& + 1' },
  {
    name: 'SQL: forget the limit',
    example: ['WHERE a LIMIT 10', 'WHERE a LIMIT -1'],
    find: /LIMIT \d+/g,
    put: 'LIMIT -1',
  },
  {
    name: 'SQL: do not replace',
    example: ['INSERT OR REPLACE INTO a', 'INSERT INTO a'],
    find: / OR REPLACE/g,
    put: '',
  },
  { name: 'SQL: lose a constraint', example: ['id TEXT NOT NULL', 'id TEXT'], find: / NOT NULL/g, put: '' },
  {
    name: 'SQL: lose a constraint',
    example: [') STRICT, WITHOUT ROWID', ') WITHOUT ROWID'],
    find: /STRICT, /g,
    put: '',
  },
  {
    name: 'SQL: lose a constraint',
    example: [') STRICT, WITHOUT ROWID', ') STRICT'],
    find: /, WITHOUT ROWID/g,
    put: '',
  },
  {
    name: 'SQL: lose a column of a key',
    example: ['KEY (owner, id)', 'KEY (id)'],
    find: /(?<=(?:KEY|ON \w+) \()\w+, /g,
    put: '',
  },
  { name: 'SQL: lose the index', example: ['plant INDEXED BY tag', 'plant'], find: / INDEXED BY \w+/g, put: '' },
  { name: 'SQL: loosen a transaction', example: ['BEGIN IMMEDIATE', 'BEGIN'], find: / IMMEDIATE/g, put: '' },
  {
    name: 'SQL: loosen a pragma',
    example: ['synchronous = FULL', 'synchronous = NORMAL'],
    find: /= (?:EXCLUSIVE|FULL)/g,
    put: '= NORMAL',
  },
  {
    name: 'SQL: loosen a pragma',
    example: ['journal_mode = WAL', 'journal_mode = DELETE'],
    find: /= WAL/g,
    put: '= DELETE',
  },
  { name: 'SQL: lose the end', example: ['COMMIT', 'ROLLBACK'], find: /\bCOMMIT\b/g, put: 'ROLLBACK' },
]

export const patternOperators: TextOperator[] = [
  { name: 'pattern: lose an anchor', example: ['^a$', 'a$'], find: /^\^/g, put: '' },
  { name: 'pattern: lose an anchor', example: ['^a$', '^a'], find: /(?<!\\)\$$/g, put: '' },
  { name: 'pattern: turn a class', example: ['[^/]', '[/]'], find: /(?<=(?<!\\)\[)\^/g, put: '' },
  { name: 'pattern: turn a class', example: ['\\d', '\\D'], find: /\\d/g, put: '\\D' },
  { name: 'pattern: turn a class', example: ['\\s', '\\S'], find: /\\s/g, put: '\\S' },
  { name: 'pattern: repeat more', example: ['a+', 'a*'], find: /(?<=[\])\w])\+/g, put: '*' },
  { name: 'pattern: repeat less', example: ['a*', 'a+'], find: /(?<=[\])\w])\*/g, put: '+' },
  { name: 'pattern: repeat less', example: ['(?:ab)*', '(?:ab)'], find: /(?<=[\])\w])\*/g, put: '' },
  { name: 'pattern: need what may be left out', example: ['ab?', 'ab'], find: /(?<=[\])\w])\?/g, put: '' },
  { name: 'pattern: repeat without end', example: ['a{1,7}', 'a{1,}'], find: /(?<=\{\d+,)\d+(?=\})/g, put: '' },
  { name: 'pattern: repeat one time less', example: ['a{1}', 'a{0}'], find: /(?<=\{)1(?=[,}])/g, put: '0' },
]

/** @param from Where the text begins in its file. */
export function editsOf(operators: TextOperator[], text: string, from: number): (Edit & { operator: string })[] {
  return operators.flatMap(({ name, find, put }) =>
    [...text.matchAll(find)].map(({ 0: found, index }) => ({
      operator: name,
      start: from + index,
      end: from + index + found.length,
      replacement: put.replace('$&', () => found),
    })),
  )
}
