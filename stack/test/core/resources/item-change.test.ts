// One item, before and after a change that an operator asks for.
import { describe, expect, it } from 'vitest'
import { parsePlace } from '../../../core/contract/property-place.ts'
import type { Item } from '../../../core/resources/item.ts'
import { changedByOperator, type ItemChange, RenameConflict } from '../../../core/resources/item-change.ts'

const drop = (place: string): ItemChange => ({ kind: 'drop', place: parsePlace(place) })
const rename = (place: string, to: string): ItemChange => ({ kind: 'rename', place: parsePlace(place), to })
const set = (place: string, value: unknown): ItemChange => ({ kind: 'set', place: parsePlace(place), value })

/** A name of one capital letter is declared, and so is what is in it. */
const isDeclared = (place: string[]) => place.some((name) => /^[A-Z]$/.test(name))

/** The first string longer than one character is at fault, as for a validator that stops there. */
function getFaults(item: Item): string[][] {
  const find = (value: unknown, at: string[]): string[][] => {
    if (typeof value === 'string') return value.length > 1 ? [at] : []
    return typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) => find(member, [...at, name]))
      : []
  }
  return find(item, []).slice(0, 1)
}

/** An item, changes, and the item afterwards. Without the last one, nothing changes. */
const rows: [title: string, item: string, changes: ItemChange[], after?: string][] = [
  ['drops a property', '{"a":1,"b":2}', [drop('a')], '{"b":2}'],
  ['drops nothing that is missing', '{"b":2,"s":"x"}', [drop('a'), drop('b/c'), drop('b/*/c'), drop('s/0')]],
  ['drops a nested property', '{"a":{"b":1,"c":2},"d":{"b":1}}', [drop('a/b')], '{"a":{"c":2},"d":{"b":1}}'],
  ['drops a property in each element', '{"a":[{"b":1},{},{"b":2,"c":3}]}', [drop('a/*/b')], '{"a":[{},{},{"c":3}]}'],
  ['drops a property of each member', '{"a":{"x":{"b":1},"y":null}}', [drop('a/*/b')], '{"a":{"x":{},"y":null}}'],
  ['drops a name of the prototype', '{"__proto__":1,"b":2}', [drop('__proto__')], '{"b":2}'],
  ['reads an encoded name', '{"a b/c*":1,"*":2,"d":3}', [drop('a%20b~1c*'), drop('%2A')], '{"d":3}'],
  ['does not read a name as a position', '{"a":[{"b":1}]}', [drop('a/0'), set('a/0', 3), rename('a/0', 'b')]],
  ['does not read a name on the way as a position', '{"a":[{"b":1}]}', [drop('a/0/b'), set('a/0/c', 1)]],
  ['keeps a declared property that is valid', '{"A":"x"}', [drop('A')]],
  ['drops a declared property that is at fault', '{"A":"xx","B":"y"}', [drop('A'), drop('B')], '{"B":"y"}'],
  ['drops each element that is at fault', '{"A":["x","yy","zz"]}', [drop('A/*')], '{"A":["x"]}'],
  ['drops all that is not declared', '{"A":1,"b":2,"C":{"d":3},"e":4}', [drop('*')], '{"A":1,"C":{"d":3}}'],
  ['renames a property at its position', '{"a":1,"b":2}', [rename('a', 'c')], '{"c":1,"b":2}'],
  ['renames nothing that is missing', '{"b":1,"c":2}', [rename('a', 'b')]],
  ['renames in each element', '{"a":[{"b":1},{"c":2}]}', [rename('a/*/b', 'd')], '{"a":[{"d":1},{"c":2}]}'],
  ['sets what is missing', '{"a":{}}', [set('b', 1), set('a/c', null)], '{"a":{"c":null},"b":1}'],
  ['sets nothing in an object that is missing', '{"a":null}', [set('a/b', 1), set('c/d', 1)]],
  ['sets nothing in a string', '{"a":"x"}', [set('a/b', 1)]],
  ['keeps a valid value', '{"a":"x"}', [set('a', 'y')]],
  ['replaces a value that is at fault', '{"a":"xx","b":"y"}', [set('a', 'z'), set('b', 'z')], '{"a":"z","b":"y"}'],
  ['replaces an object with a fault inside', '{"a":{"b":"xx"}}', [set('a', {})], '{"a":{}}'],
  ['replaces each element that is at fault', '{"a":["xx","y","zz"]}', [set('a/*', 'q')], '{"a":["q","y","q"]}'],
  ['replaces one fault after the other', '{"a":"xx","b":"yy"}', [set('b', 'q'), set('a', 'p')], '{"a":"p","b":"q"}'],
  ['stops at a value that is at fault, too', '{"a":"xx"}', [set('a', 'yy')], '{"a":"yy"}'],
]

describe('a change by an operator', () => {
  it.each(rows)('%s', (_, text, changes, after = text) => {
    const item = JSON.parse(text)
    const changed = changedByOperator(item, changes, { getFaults, isDeclared })
    expect(JSON.stringify(changed)).toBe(after)
    if (after === text) expect(changed).toBe(item)
    expect(changedByOperator(changed, changes, { getFaults, isDeclared })).toBe(changed)
  })

  it('does not rename a property to one that exists', () => {
    const renamed = () =>
      changedByOperator({ a: [{ b: 1 }, { b: 1, c: 2 }] }, [rename('a/*/b', 'c')], { getFaults, isDeclared })
    expect(renamed).toThrow(new RenameConflict('has both a/*/b and c'))
  })
})
