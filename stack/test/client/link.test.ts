import { describe, expect, it } from 'vitest'
import { hasRelation, parseLinks } from '../../client/link.ts'

const next = (header: string) => parseLinks(header).find((link) => hasRelation(link, 'next'))?.target

describe('the next link', () => {
  it.each<[string, string, target?: string]>([
    ['in the form of the contract', '<?after=a>; rel="next"'],
    ['without quotes', '<?after=a>;rel=next'],
    ['in capitals', '<?after=a>; REL="Next"'],
    ['with white space', ' <?after=a> ; rel = "next" ; x '],
    ['among other relations', '<?after=a>; rel="item  next last"'],
    ['among other links', '</d>; rel=describedby, <?after=a>; rel=next, <?after=z>; rel=last'],
    ['after empty elements', ', ,<?after=a>; rel=next,'],
    ['before another next link', '<?after=a>; rel=next, <?after=b>; rel=next'],
    ['after a title that contains one', '</d>; title="<?c>; rel=next, \\" ;"; rel=x, <?after=a>; rel=next'],
    ['with commas and semicolons in its target', '<?a=1,2;b>; rel="next"', '?a=1,2;b'],
    ['with empty parameters', '<?after=a>;; ;rel=next'],
    ['with escapes', '<?after=a>; rel="\\n\\ext"'],
    ['with other parameters', "<?after=a>; title*=UTF-8''n%c3%a4chste; flag; rel=next"],
  ])('is found %s: %s', (_, header, target = '?after=a') => {
    expect(next(header)).toBe(target)
  })

  it.each([
    ['in an empty header', ''],
    ['without brackets', '?after=a; rel=next'],
    ['in the header of plain Prism', 'string'],
    ['with another relation', '<?after=a>; rel="prev"'],
    ['with a relation that contains next', '<?after=a>; rel="next-archive nextnext"'],
    ['without a relation', '<?after=a>'],
    ['with next as its second rel', '<?after=a>; rel=prev; rel=next'],
    ['with rel=next in its title only', '</d>; rel=describedby; title="rel=next"'],
  ])('is not found %s: %s', (_, header) => {
    expect(next(header)).toBe(undefined)
  })
})

it.each([
  ['an open bracket', '<?after=a; rel=next', 'expected a link at character 0 of the Link header'],
  ['an open quote', '<?after=a>; rel="next', 'expected a comma at character 16 of the Link header'],
  ['text before a link', 'x, <?after=a>; rel=next', 'expected a link at character 0 of the Link header'],
  ['text after a link', '<?after=a>; rel=next <', 'expected a comma at character 20 of the Link header'],
])('a Link header with %s throws a SyntaxError, so that no link is lost: %s', (_, header, message) => {
  expect(() => parseLinks(header)).toThrow(new SyntaxError(message))
})
