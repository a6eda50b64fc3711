// What an operator may write in DROP=, RENAME=, SET= and APPLY=.
import { expect, it } from 'vitest'
import { each } from '../../../core/contract/property-place.ts'
import { StartUpError } from '../../../server/configuration/start-up-error.ts'
import { parseChanges, readApply } from '../../../server/operations/change-notation.ts'
import { rooms } from '../../support/rooms.ts'

const parse = (environment: Record<string, string>) => {
  const { collection, changes } = parseChanges(rooms.contract, environment)
  return { path: collection.path, changes }
}

it('reads several changes, renames first', () => {
  const SET = '/rooms  label="a = b"\n closedOn=null tags=[1, 2] owner/name={"a":  1}'
  expect(parse({ DROP: '/rooms note name', SET, RENAME: ' /rooms tags/*/old=new owner/nick=name ' })).toEqual({
    path: '/rooms',
    changes: [
      { kind: 'rename', place: ['tags', each, 'old'], to: 'new' },
      { kind: 'rename', place: ['owner', 'nick'], to: 'name' },
      { kind: 'drop', place: ['note'] },
      { kind: 'drop', place: ['name'] },
      { kind: 'set', place: ['label'], value: 'a = b' },
      { kind: 'set', place: ['closedOn'], value: null },
      { kind: 'set', place: ['tags'], value: [1, 2] },
      { kind: 'set', place: ['owner', 'name'], value: { a: 1 } },
    ],
  })
})

it.each([
  [{}, /^Set DROP=, RENAME= or SET=, for example DROP='\/lamps note'\.$/],
  [{ DROP: '/room note' }, /^DROP=\/room note: \/room is not a collection of the contract\. Use one of \/lamps, .*\.$/],
  [{ DROP: '/rooms' }, 'DROP=/rooms: name a property after /rooms, for example /rooms note.'],
  [{ DROP: '/rooms a%' }, /a% has a percent sign that does not encode a character: write it as %25\.$/],
  [{ DROP: '/rooms a', SET: '/lamps name="x"' }, 'SET=/lamps name="x": use /rooms here too, or run two commands.'],
  [{ RENAME: '/rooms note=nme' }, 'RENAME=/rooms note=nme: the contract does not declare nme in the items of /rooms.'],
  [{ SET: '/rooms lable="x"' }, /: the contract does not declare lable in the items of \/rooms\.$/],
  [{ SET: '/rooms label=x' }, /: x is not valid JSON\. A string has quotes: label="small"\.$/],
])('refuses %j in one line', (environment, message) => {
  const thrown = expect.objectContaining({
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  })
  expect(() => parse(environment as Record<string, string>)).toThrow(StartUpError)
  expect(() => parse(environment as Record<string, string>)).toThrow(thrown)
})

it('applies changes with APPLY=1 only', () => {
  expect([{}, { APPLY: '' }, { APPLY: '0' }, { APPLY: '1' }].map(readApply)).toEqual([false, false, false, true])
  expect(() => readApply({ APPLY: 'yes' })).toThrow('APPLY=yes is not valid: use 1, or leave it out.')
})
