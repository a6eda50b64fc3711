// In what plain Prism 5.16 differs from the service, and why our mock has a front door. A run counts the rows; one that
// does not occur any more, since Prism was mended, is an error, and whatever stands for it in our mock can go.

/** By family of requests: what Prism answers instead of what the contract says. */
export const differencesOfPrism: Record<string, { answers: (number | string)[]; reason: string }> = {
  'a cursor that nobody was given': { answers: [200], reason: 'It keeps nothing.' },
  'a key used before': { answers: [201], reason: 'It keeps nothing.' },
  'a plant that is not there': { answers: [200, 204], reason: 'It keeps nothing.' },
  'an entity tag that is current': { answers: [200], reason: 'It keeps nothing.' },
  'an entity tag that is not current': { answers: [200, 204], reason: 'It keeps nothing.' },
  'a token that is not known': { answers: [200, 201, 204], reason: 'It takes any token.' },
  'a token that lacks a scope': { answers: [200, 201, 204], reason: 'It takes any token.' },
  'tokens that are none': { answers: [200, 201, 204], reason: 'Whatever begins with Bearer is a token.' },
  'repeated Authorization': { answers: [200, 201, 204], reason: 'It looks at the first only.' },
  'sound requests in other forms': { answers: [401, 405], reason: 'It knows two spellings of Bearer, and no HEAD.' },
  Accept: {
    answers: [200, 201, 'the process ends'],
    reason: 'It takes q=0 for a wish, and ends on a word without a slash.',
  },
  'media types': {
    answers: [200, 201, 400, 422, 500, 'no answer'],
    reason: 'It takes all that ends in json, breaks on a type without a slash, and hangs on charset=utf-16.',
  },
  'content codings': { answers: [200, 201], reason: 'It does not look at Content-Encoding.' },
  'header parameters': { answers: [200, 201, 204, 422], reason: 'An empty value counts as none, and it prefers 422.' },
  'missing bodies': { answers: [422], reason: 'It prefers a documented 422 to 400.' },
  'missing properties': { answers: [422], reason: 'It prefers a documented 422 to 400.' },
  'extra properties': { answers: [422], reason: 'It prefers a documented 422 to 400.' },
  'bodies that are no object': { answers: [422], reason: 'It prefers a documented 422 to 400.' },
  'wrong types and texts in a body': { answers: [422], reason: 'It prefers a documented 422 to 400.' },
  'repeated names in JSON': { answers: [200, 201], reason: 'The last one counts.' },
  'malformed JSON': {
    answers: [200, 201, 422, 'no answer'],
    reason: 'It never answers, or takes a byte order mark and bytes that are no UTF-8.',
  },
  'oversized bodies': { answers: ['no answer', 200, 201, 400, 422], reason: 'It knows no x-limits.' },
  'broken encodings in a path': { answers: ['the process ends', 200, 204], reason: 'It decodes without a net.' },
  'broken encodings in a query': { answers: [200], reason: 'What cannot be decoded it leaves as it is.' },
  'extra parameters': { answers: [200, 201, 204], reason: 'It does not look at parameters that nobody declares.' },
  'notations of numbers': { answers: [200], reason: 'It converts as JavaScript does.' },
  'values out of bounds': { answers: [200], reason: 'An empty value counts as none.' },
  'long targets': { answers: [200, 201, 204, 400], reason: 'It knows no x-limits.' },
  'path shapes': {
    answers: [200, 201, 204, 400, 405, 422],
    reason: 'It takes away dot segments, and decodes what need not be encoded.',
  },
  'malformed identifiers': {
    answers: [404, 'the process ends'],
    reason: 'It takes away dot segments, encoded ones too, and ends on bytes that are no UTF-8.',
  },
  'malformed heads': {
    answers: [200, 201, 204],
    reason: 'It takes a target with a fragment, and a request with two Hosts.',
  },
  expectations: { answers: [200, 201, 204], reason: 'Whatever has 100-continue in it will do, as in Node.' },
}

/** Where it has the right status, what is not as documented about the rest. */
export const formsOfPrism: { name: string; finding: RegExp; reason: string }[] = [
  {
    name: 'CORS with credentials',
    finding: /access-control-allow-credentials is not documented/,
    reason: 'It says so to everybody.',
  },
  { name: 'sl-violations', finding: /sl-violations is not documented/, reason: 'A header of its own.' },
  {
    name: 'a Link that is a word',
    finding: /^header link is not as documented: string$/,
    reason: 'Link has no example, so it makes one up by type.',
  },
  { name: 'a media type for no body', finding: /^a Content-Type, text\/plain, without a body$/, reason: 'On 204.' },
  {
    name: 'problems of its own',
    finding: /^(?:body: #\/detail does not meet|instance is not the Request-Id)/,
    reason: 'For 404, 405 and 406.',
  },
  {
    name: 'headers that are not there',
    finding: /^header (?:request-id|cache-control|vary|allow) is missing$/,
    reason: 'On problems of its own.',
  },
  {
    name: 'no problem at all',
    finding: /^media type undefined is not documented$/,
    reason: 'For what Node answers: 400, 417 and 431.',
  },
]
