import { bodyKind, isRange } from './media-types.ts'

/** The key of a compiled validator of a request, as express-openapi-validator makes it. @param method In upper case. */
export function validatorKey(method: string, path: string, mediaType = 'not_provided'): string {
  return `${method}-${path}-${mediaType}`
}

/**
 * The media types and ranges for which an operation has a validator of requests. `undefined` is for requests without a body, and
 * with a body that nothing can validate.
 */
export function validatedMediaTypes(mediaTypes: string[], requiresBody: boolean): (string | undefined)[] {
  const validated = mediaTypes.filter((one) => isRange(one) || bodyKind(one) !== 'bytes')
  const isAlwaysValidated = mediaTypes.every((one) => ['json', 'form', 'multipart'].includes(bodyKind(one)))
  return mediaTypes.length > 0 && requiresBody && isAlwaysValidated ? validated : [...validated, undefined]
}
