import { expect, it } from 'vitest'
import { csvLine } from '../../../client/csv/format-csv.ts'

it.each([
  [['a', 'b c', ''], 'a,b c,\n'],
  [[' a', 'a ', ' '], '" a","a "," "\n'],
  [['a"b', 'a,b', 'a\nb', 'a\rb'], '"a""b","a,b","a\nb","a\rb"\n'],
  [['\u2028', '1=1'], '"\u2028",1=1\n'],
  [['=1+1', '+1', '-1', '@a', '\t1', '\r1'], `'=1+1,'+1,'-1,'@a,'\t1,"'\r1"\n`],
  [["'=1", "''-1", "'a", "'", '=","'], `''=1,'''-1,'a,',"'="","""\n`],
])('the fields %j are written as %j', (fields, line) => expect(csvLine(fields)).toBe(line))
