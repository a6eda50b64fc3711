// Made by `make generate` from openapi.yaml. Do not edit.

/** Where each operation is, and what each of its documented answers holds. */
export const operations = {
  listPlants: { method: 'get', path: '/plants', answers: { 200: 'json', 400: 'problem', 401: 'problem', 403: 'problem' } },
  createPlant: { method: 'post', path: '/plants', answers: { 201: 'json', 400: 'problem', 401: 'problem', 403: 'problem', 413: 'problem', 415: 'problem' } },
  deletePlant: { method: 'delete', path: '/plants/{id}', answers: { 204: 'empty', 400: 'problem', 401: 'problem', 403: 'problem', 404: 'problem' } },
} as const

/** The status that each problem type goes with. */
export const problemStatuses = {
  '/problems/invalid-request': 400,
  '/problems/unauthorized': 401,
  '/problems/insufficient-scope': 403,
  '/problems/not-found': 404,
  '/problems/method-not-allowed': 405,
  '/problems/content-too-large': 413,
  '/problems/unsupported-media-type': 415,
  '/problems/internal-error': 500,
} as const

/** The inputs that have a default. */
export interface DefaultedInputs {
  listPlants: { query: 'limit'; body: never }
  createPlant: { query: never; body: 'tag' }
  deletePlant: { query: never; body: never }
}
