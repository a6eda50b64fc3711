// Problems that a handler throws: their types ask for the members and the headers that the response needs.
import { construct } from './construct.ts'
import { echo, get, inPath } from './operation.ts'

construct('problems with fields and headers', {
  contract: `
paths:
  /rooms/{reason}:
    get:
      operationId: getRoom
      security: [{ token: [rooms] }]
      parameters: [${inPath('reason', '{ type: string, maxLength: 20 }')}]
      ${echo}
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`,
  source: `import { type Handlers, Problem } from './generated/handlers.ts'

const challenge = 'Bearer realm="constructs", error="insufficient_scope", error_description="Staff only", scope="staff"'

export const handlers: Handlers = {
  async getRoom({ path: { reason } }) {
    if (reason === 'field')
      throw new Problem('invalid-request', 'No such room.', { errors: [{ parameter: 'reason', detail: 'is wrong' }] })
    if (reason === 'scope')
      throw new Problem('insufficient-scope', 'Only staff.', { headers: { 'WWW-Authenticate': challenge } })
    if (reason === 'none') throw new Problem('not-found', 'No such room.')
    return { status: 200, body: { reason } }
  },
}
`,
  exchanges: Object.entries({ field: 400, scope: 403, none: 404, other: 200 }).map(([reason, status]) =>
    get(reason, `/rooms/${reason}`, { status }, { Authorization: 'Bearer {token}' }),
  ),
  types: `import { Problem } from './generated/handlers.ts'
// @ts-expect-error Its response needs errors.
void new Problem('invalid-request', 'No such room.')
// @ts-expect-error Its response needs at least one error.
void new Problem('invalid-request', 'No such room.', { errors: [] })
// @ts-expect-error Nothing names the field.
void new Problem('invalid-request', 'No such room.', { errors: [{ detail: 'is wrong' }] })
// @ts-expect-error Its response needs WWW-Authenticate.
void new Problem('insufficient-scope', 'Only staff.')
// @ts-expect-error Its response needs Retry-After.
void new Problem('unavailable', 'Not now.', { headers: {} })
void client`,
})
