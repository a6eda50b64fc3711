// Checks whether the contract of the product allows a scenario, which is valid by its schema in control-openapi.yaml.
import type { Contract, ContractResponse, Operation } from '../../core/contract/contract.ts'
import { problemMediaType } from '../../core/contract/problems.ts'
import { getResponse } from '../../core/contract/responses.ts'
import { matches } from '../../core/contract/segments.ts'
import type { Validator } from '../../core/contract/validator.ts'
import { isValidHeader } from '../../core/pipeline/response.ts'
import type { Scenario, ScenarioResponse, UndocumentedResponse } from './control.ts'
import { ControlError, requireOperation } from './control-input.ts'

const propertiesOfProblem = ['detail', 'errors']
const propertiesOfBody = ['example', 'body', ...propertiesOfProblem]
const documentedProperties = ['status', 'headers', ...propertiesOfBody]

/** @throws {ControlError} */
export function checkScenario(
  contract: Contract,
  { operation: id, path, responses }: Scenario,
  validator: Validator,
): void {
  requireOperation(contract, id)
  const matching = Object.values(contract.operations).filter((operation) => id === undefined || operation.id === id)
  if (path !== undefined && !matching.some(({ segments }) => matches(segments, path.split('/'))))
    throw new ControlError(
      `No request to ${id ?? 'the API'} has the path ${path}. Use ${toList(matching.map((operation) => operation.path))}.`,
    )
  const options = { validator, isOnly: id !== undefined }
  for (const response of responses) {
    if (response.undocumented !== undefined) requireSendable(response.undocumented, response)
    else for (const operation of matching) checkResponse(contract, operation, response, options)
  }
}

function checkResponse(
  { examples }: Contract,
  { id, responses }: Operation,
  response: ScenarioResponse,
  { validator, isOnly }: { validator: Validator; isOnly: boolean },
): void {
  const { status, example, headers = {}, body, detail, errors } = response
  const bodyProperties = propertiesOfBody.filter((name) => Object(response)[name] !== undefined)
  if (status === undefined) {
    const properties = Object.keys(headers).length > 0 ? [...bodyProperties, 'headers'] : bodyProperties
    if (properties.length > 0) throw new ControlError(`A response with ${properties.join(', ')} needs a status.`)
    return
  }
  const documented = getResponse(responses, status)
  if (documented === undefined) {
    const matched = isOnly ? '' : 'A scenario without an operation matches all of them: '
    throw undocumented(`${matched}${id} has no status ${status}`, Object.keys(responses))
  }
  checkHeaders(headers, documented, `${id} with status ${status}`)
  const bodies = examples[documented.name]?.bodies ?? {}
  if (example !== undefined && !Object.hasOwn(bodies, example))
    throw undocumented(`${id} with status ${status} has no example ${example}`, Object.keys(bodies))
  const [documentedBody] = documented.bodies
  const isProblem = documentedBody?.mediaType === problemMediaType
  const impossible = bodyProperties.find((name) => (isProblem ? name === 'body' : propertiesOfProblem.includes(name)))
  if (impossible !== undefined)
    throw new ControlError(`A response of ${id} with status ${status} cannot have ${impossible}.`)
  if (example !== undefined && body !== undefined) throw new ControlError('Use an example or a body, but not both.')
  const overrides = { ...(detail !== undefined && { detail }), ...(errors !== undefined && { errors }) }
  const changed = isProblem ? { ...Object(Object.values(bodies)[0]), ...overrides } : body
  const error =
    changed === undefined || !documentedBody ? undefined : validator.validateResponse(documentedBody, changed)
  if (error !== undefined) throw new ControlError(`The body is not valid: ${error}.`)
}

function checkHeaders(
  headers: Record<string, string | undefined>,
  documented: ContractResponse,
  subject: string,
): void {
  for (const [name, value] of Object.entries(headers)) {
    const header = documented.headers.find((header) => header.name.toLowerCase() === name.toLowerCase())
    if (header === undefined)
      throw undocumented(
        `${subject} has no header ${name}`,
        documented.headers.map((header) => header.name),
      )
    if (value !== undefined && !isValidHeader(header, value))
      throw new ControlError(`The header ${name} is not valid: ${value}.`)
  }
}

function undocumented(subject: string, documented: unknown[]): ControlError {
  return new ControlError(
    `${subject}. ${documented.length === 0 ? 'The contract documents none.' : `Use ${toList(documented)}.`}`,
  )
}

function toList(values: unknown[]): string {
  return [...new Set(values)].join(', ').replace(/, ([^,]*)$/, ' or $1')
}

const token = /^[!#$%&'*+.^_`|~\w-]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/
/** Headers of the connection and of the message framing. */
const connectionHeaders = ['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade']

/** @throws {ControlError} if the response cannot be sent. */
function requireSendable({ status, headers = {}, body }: UndocumentedResponse, response: ScenarioResponse): void {
  const conflictingProperty = documentedProperties.find((name) => Object(response)[name] !== undefined)
  if (conflictingProperty !== undefined)
    throw new ControlError(`A response with undocumented cannot have ${conflictingProperty} too.`)
  for (const [name, value] of Object.entries(headers)) {
    if (!token.test(name)) throw new ControlError(`${JSON.stringify(name)} cannot be the name of a header.`)
    if (connectionHeaders.includes(name.toLowerCase()))
      throw new ControlError(`The mock sets the header ${name} itself: leave it out.`)
    if (!fieldValue.test(value)) throw new ControlError(`The header ${name} has a character that HTTP cannot send.`)
  }
  if (body !== undefined && [204, 205, 304].includes(status))
    throw new ControlError(`A response with the status ${status} cannot have a body.`)
}
