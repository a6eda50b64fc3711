import { describe, expect, it } from 'vitest'
import { hasRelation, parseLinks } from '../../client/link.ts'

const next = (header: string) => parseLinks(header).find((link) => hasRelation(link, 'next'))?.target

describe('the next link', () => {
  it.each<[string, string, target?: string]>([
    ['in the form of the contract', '<?cursor=a>; rel="next"'],
    ['without quotes', '<?cursor=a>;rel=next'],
    ['in capitals', '<?cursor=a>; REL="Next"'],
    ['with white space', ' <?cursor=a> ; rel = "next" ; x '],
    ['among other relations', '<?cursor=a>; rel="item  next last"'],
    ['among other links', '</d>; rel=describedby, <?cursor=a>; rel=next, <?cursor=z>; rel=last'],
    ['after empty elements', ', ,<?cursor=a>; rel=next,'],
    ['before another next link', '<?cursor=a>; rel=next, <?cursor=b>; rel=next'],
    ['after a title that contains one', '</d>; title="<?c>; rel=next, \\" ;"; rel=x, <?cursor=a>; rel=next'],
    ['with commas and semicolons in its target', '<?a=1,2;b>; rel="next"', '?a=1,2;b'],
    ['with empty parameters', '<?cursor=a>;; ;rel=next'],
    ['with escapes', '<?cursor=a>; rel="\\n\\ext"'],
    ['with other parameters', "<?cursor=a>; title*=UTF-8''n%c3%a4chste; flag; rel=next"],
  ])('is found %s: %s', (_, header, target = '?cursor=a') => {
    expect(next(header)).toBe(target)
  })

  it.each([
    ['in an empty header', ''],
    ['without brackets', '?cursor=a; rel=next'],
    ['in the header of plain Prism', 'string'],
    ['with another relation', '<?cursor=a>; rel="prev"'],
    ['with a relation that contains next', '<?cursor=a>; rel="next-archive nextnext"'],
    ['without a relation', '<?cursor=a>'],
    ['with next as its second rel', '<?cursor=a>; rel=prev; rel=next'],
    ['with rel=next in its title only', '</d>; rel=describedby; title="rel=next"'],
  ])('is not found %s: %s', (_, header) => {
    expect(next(header)).toBe(undefined)
  })
})

it.each([
  ['an open bracket', '<?cursor=a; rel=next', 'expected a link at character 0 of the Link header'],
  ['an open quote', '<?cursor=a>; rel="next', 'expected a comma at character 17 of the Link header'],
  ['text before a link', 'x, <?cursor=a>; rel=next', 'expected a link at character 0 of the Link header'],
  ['text after a link', '<?cursor=a>; rel=next <', 'expected a comma at character 21 of the Link header'],
])('a Link header with %s throws a SyntaxError, so that no link is lost: %s', (_, header, message) => {
  expect(() => parseLinks(header)).toThrow(new SyntaxError(message))
})
