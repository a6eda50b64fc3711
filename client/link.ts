// Reads the Link header (RFC 8288, section 3 and appendix B): gateways add links of their own, quote what needs no
// quotes and spell names as they like, so it cannot be found with one regular expression.

/** One link of a header: where it leads, and its parameters by lower-case name, the first of each. */
export interface Link {
  target: string
  parameters: Map<string, string>
}

const gap = /[\s,]*/y
const reference = /<([^>]*)>/y
const parameter = /\s*;\s*(?:([^\s=;,"<>]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?)?/y
const end = /\s*(?:,|$)/y

/**
 * The links of a header, in order. A header without any `<` has none (appendix B.2, and plain Prism, which makes up
 * `Link: string`); for the rest this is stricter: it throws a SyntaxError where a link would be overlooked.
 */
export function parseLinks(header: string): Link[] {
  const links: Link[] = []
  if (!header.includes('<')) return links
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(header)
    if (match) at = pattern.lastIndex
    return match
  }

  for (take(gap); at < header.length; take(gap)) {
    const target = take(reference)?.[1]
    if (target === undefined) throw new SyntaxError(`no link at character ${at} of the Link header`)
    const parameters = new Map<string, string>()
    for (let found = take(parameter); found; found = take(parameter)) {
      const [, name, quoted, bare] = found
      const key = name?.toLowerCase()
      // A parameter that comes again is ignored (section 3.3 says so of rel).
      if (key && !parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '')
    }
    if (!take(end)) throw new SyntaxError(`no end of a link at character ${at} of the Link header`)
    links.push({ target, parameters })
  }
  return links
}

/** Whether the link has this relation, which may be one among several. */
export function hasRelation({ parameters }: Link, relation: string): boolean {
  return (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).includes(relation)
}
