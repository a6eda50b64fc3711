// Made by `make generate` from openapi.yaml. Do not edit.

/** Where each operation is, whether it takes an Idempotency-Key, and what each documented answer holds: JSON, nothing, or a problem. */
export const operations = {
  listPlants: { method: 'get', path: '/plants', answers: { 200: 'json', 304: 'empty', 400: '/problems/invalid-request', 401: '/problems/unauthorized', 403: '/problems/insufficient-scope', 406: '/problems/not-acceptable', 429: '/problems/too-many-requests', 500: '/problems/internal-error', 503: '/problems/unavailable' } },
  createPlant: { method: 'post', path: '/plants', keyed: true, answers: { 201: 'json', 400: '/problems/invalid-request', 401: '/problems/unauthorized', 403: '/problems/insufficient-scope', 406: '/problems/not-acceptable', 413: '/problems/content-too-large', 415: '/problems/unsupported-media-type', 422: '/problems/idempotency-key-reused', 429: '/problems/too-many-requests', 500: '/problems/internal-error', 503: '/problems/unavailable' } },
  getPlant: { method: 'get', path: '/plants/{id}', answers: { 200: 'json', 304: 'empty', 400: '/problems/invalid-request', 401: '/problems/unauthorized', 403: '/problems/insufficient-scope', 404: '/problems/not-found', 406: '/problems/not-acceptable', 429: '/problems/too-many-requests', 500: '/problems/internal-error', 503: '/problems/unavailable' } },
  updatePlant: { method: 'patch', path: '/plants/{id}', answers: { 200: 'json', 400: '/problems/invalid-request', 401: '/problems/unauthorized', 403: '/problems/insufficient-scope', 404: '/problems/not-found', 406: '/problems/not-acceptable', 412: '/problems/precondition-failed', 413: '/problems/content-too-large', 415: '/problems/unsupported-media-type', 429: '/problems/too-many-requests', 500: '/problems/internal-error', 503: '/problems/unavailable' } },
  deletePlant: { method: 'delete', path: '/plants/{id}', answers: { 204: 'empty', 400: '/problems/invalid-request', 401: '/problems/unauthorized', 403: '/problems/insufficient-scope', 404: '/problems/not-found', 412: '/problems/precondition-failed', 429: '/problems/too-many-requests', 500: '/problems/internal-error', 503: '/problems/unavailable' } },
} as const

/** The inputs that have a default. */
export interface DefaultedInputs {
  listPlants: { query: 'limit'; body: never }
  createPlant: { query: never; body: 'tag' }
  getPlant: { query: never; body: never }
  updatePlant: { query: never; body: never }
  deletePlant: { query: never; body: never }
}
