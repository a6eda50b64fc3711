// Whether Accept allows JSON (RFC 9110, 12.5.1): of the ranges that fit, the most specific says so.

const specific = ['*/*', 'application/*', 'application/json']

export function acceptsJson(accept: string | null): boolean {
  if (accept === null) return true
  const ranges = accept.split(',').map((text) => {
    const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    // A range with a parameter of its own is for another JSON than ours, which has none.
    const isOther = parameters.some((parameter) => parameter !== quality && parameter !== '')
    return { rank: isOther ? -1 : specific.indexOf(range), quality: Number(quality?.slice('q='.length) ?? 1) }
  })
  const [best] = ranges.filter(({ rank }) => rank !== -1).sort((one, other) => other.rank - one.rank)
  return best !== undefined && best.quality > 0
}
