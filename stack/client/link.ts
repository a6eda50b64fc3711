// Reads the Link header (RFC 8288, section 3 and appendix B). One regular expression cannot find a link in it: gateways
// add links, quote parameters without need, and spell names in upper or lower case.

/** A link of a header: its target, and its parameters by lower-case name. */
export interface Link {
  target: string
  parameters: Map<string, string>
}

const gap = /[\s,]*/y
const reference = /<([^>]*)>/y
const parameter = /\s*;\s*(?:([^\s=;,"<>]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?)?/y
const end = /\s*(?:,|$)/y

/**
 * Returns the links of a header, in order. A header without `<` has none (appendix B.2; plain Prism sends `Link: string`).
 * Otherwise this parser is stricter than the RFC. @throws {SyntaxError} where the RFC would skip a link.
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
    if (target === undefined) throw new SyntaxError(`expected a link at character ${at} of the Link header`)
    const parameters = new Map<string, string>()
    for (let next = take(parameter); next; next = take(parameter)) {
      const [, name, quoted, bare] = next
      const key = name?.toLowerCase()
      // The first of several parameters with the same name wins (section 3.3 says so for rel).
      if (key && !parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '')
    }
    if (!take(end)) throw new SyntaxError(`expected a comma at character ${at} of the Link header`)
    links.push({ target, parameters })
  }
  return links
}

/** Whether the link has this relation. A link can have several. */
export function hasRelation({ parameters }: Link, relation: string): boolean {
  return parameters.get('rel')?.toLowerCase().split(/\s/).includes(relation) ?? false
}
