import { expect, it } from 'vitest'
import { detectDelimiter, parseCsv } from '../../csv/index.ts'

it('prefers the delimiter with which the header has the column', () => {
  const text = 'room;a,b,c\nDesk;1\n'
  expect([detectDelimiter(text), detectDelimiter(text, 'room')]).toEqual([',', ';'])
})

it.each(['sep=|\r\n', 'SEP=|\r', 'sep=|\n'])('takes the delimiter from the first line %j, and skips it', (start) => {
  const fields = (line: number, ...fields: string[]) => ({ line, lastLine: line, fields })
  const text = `${start}name|a,b,c\nDesk|1\n`
  expect(detectDelimiter(text)).toBe('|')
  expect(parseCsv(text)).toEqual([fields(2, 'name', 'a,b,c'), fields(3, 'Desk', '1')])
  expect(parseCsv(text, ',')[0]).toEqual(fields(2, 'name|a', 'b', 'c'))
  expect(parseCsv('sep=§\nname§tag\n')).toEqual([fields(2, 'name', 'tag')])
})

it.each(['', '"', '\n', '\r', ';;'])('rejects the delimiter %j', (delimiter) => {
  expect(() => parseCsv('name\nDesk\n', delimiter)).toThrow(TypeError)
})
