/** The key of a compiled validator of a request, as express-openapi-validator makes it. @param method In upper case. */
export function validatorKey(method: string, path: string, mediaType = 'not_provided'): string {
  return `${method}-${path}-${mediaType}`
}
