// Responses that nothing can return, and headers that the stack sends with other values: a 500 after the write.

import { baseSpecFor, baseSpecTemplate } from '../complete/common.ts'
import { hasAll, sentHeaders } from '../complete/sent-headers.ts'
import { at, type Checks, each, operationsIn } from '../finding.ts'
import { findError } from '../model/ajv.ts'
import { getBodies } from '../model/bodies.ts'
import type { ContractModel, OperationModel } from '../model/contract.ts'
import { getExamples } from '../model/examples.ts'
import { pascalCase } from '../model/names.ts'
import { escapeKey, nodesIn, toNode } from '../model/node.ts'
import { deriveResources } from '../model/resources.ts'
import { toSample } from '../model/sample.ts'
import { getTraits } from '../model/traits.ts'

/** Statuses that the pipeline returns before an operation runs, or instead of its response. */
const pipelineStatuses = ['400', '401', '403', '406', '413', '415', '429', '500', '503']

export const responseChecks: Checks<ContractModel> = {
  'no successful response': each(at('/responses', operationsIn), ({ responses }) => {
    const hasSuccess = responses.some(({ code }) => /^(?:[23]|default)/.test(code))
    const advice = 'write one with a status such as 200, 201 or 204'
    return !hasSuccess && `An operation must have a successful response: ${advice}.`
  }),

  'an x-problem with a different status': each(responsesIn, ({ code, 'x-problem': name }, contract) => {
    const { [pascalCase(String(name))]: known } = baseSpecFor(contract).responses
    const isKnown = name === undefined || String(known?.status) === code
    return !isKnown && `No problem ${name} has the status ${code}: add one to x-problems.`
  }),

  'an error that can be several problems': each(responsesIn, (response, { document }) => {
    const problems = Object.entries(document['x-problems'] ?? {})
    const names = problems.flatMap(([name, { status }]) => (String(status) === response.code ? name : []))
    const isAmbiguous =
      names.length > 1 && !response.isInBaseSpec && response['x-problem'] === undefined && !response.response.content
    return isAmbiguous && `This ${response.code} can be ${names.join(' or ')}: write x-problem with one of them.`
  }),

  *'a problem with the name of a common problem'({ document }) {
    // The components of each problem of the base spec have these names.
    const { problems, responses } = baseSpecTemplate
    const examples = Object.values(problems).flatMap((problem) => Object.keys(problem.examples))
    const reserved = new Set([...Object.keys(problems).map(pascalCase), ...Object.keys(responses), ...examples])
    for (const name of Object.keys(document['x-problems'] ?? {}).filter((name) => reserved.has(pascalCase(name))))
      yield [`/x-problems/${escapeKey(name)}`, `The base spec has the problem ${name}: use another name.`]
  },

  *'a response header with content'(contract) {
    for (const { headers } of responsesIn(contract))
      for (const header of headers)
        if ('content' in header)
          yield [header.pointer, `${header.name} must have a schema: write schema instead of content.`]
  },

  'x-without-responses with a response of the pipeline': each(at('/x-without-responses', operationsIn), (operation) => {
    const unremovable = operation['x-without-responses']?.filter((status) => pipelineStatuses.includes(status)) ?? []
    return (
      unremovable.length > 0 && `The pipeline returns ${unremovable.join(', ')} for any operation: remove this status.`
    )
  }),
}

/** The responses of operations, of any request, and the components that replace a part of a common response. */
function responsesIn(contract: ContractModel) {
  const { responses: common } = baseSpecFor(contract)
  const operationResponses = contract.operations.flatMap((operation) => {
    const statuses = getBaseSpecStatuses(contract, operation)
    return operation.responses.map((response) => {
      const { 'x-problem': problem } = toNode(operation.object.responses[response.code])
      return { ...response, operation, isInBaseSpec: statuses.includes(response.code), 'x-problem': problem }
    })
  })
  const components = contract.getResponses(contract.document.components.responses ?? {}, '/components/responses')
  const replacing = components.flatMap((component) => {
    const { [component.code]: base } = common
    return base ? [{ ...component, code: String(base.status), status: base.status, isInBaseSpec: true }] : []
  })
  const sharedResponses = contract.httpResponses.map((httpResponse) => ({ ...httpResponse, isInBaseSpec: true }))
  return [
    ...operationResponses,
    ...[...replacing, ...sharedResponses].map((response) => ({
      ...response,
      operation: undefined,
      'x-problem': undefined,
    })),
  ]
}

/** Returns the statuses of the responses that the base spec adds to an operation. */
function getBaseSpecStatuses(contract: ContractModel, operation: OperationModel): string[] {
  const traits = getTraits(contract, operation)
  const { responses } = baseSpecFor(contract)
  return Object.values(responses).flatMap((response) =>
    response.for && hasAll(traits, response.for) ? String(response.status) : [],
  )
}

/** Statuses that the stack returns, whatever a handler does. */
const stackStatuses = [...pipelineStatuses, '304', '412', '422', '501'].map(Number)

/** Headers of successful responses that no handler can set, and the field that adds them. */
const fieldByHeader: Record<string, string> = {
  ETag: 'x-conditions: [ETag]',
  'Last-Modified': 'x-conditions: [ETag, Last-Modified]',
  Deprecation: 'x-deprecation',
  Sunset: 'x-deprecation',
}

export const headerChecks: Checks<ContractModel> = {
  *'a header example that its schema refuses'(contract) {
    for (const { node, pointer } of nodesIn(contract.document, Object.keys(contract.document))) {
      if (!/\/headers\/[^/]+$/.test(pointer) || !('example' in node)) continue
      const error = findError(contract, node.schema, node.example)
      if (error) yield [`${pointer}/example`, `This example breaks its schema: ${error}.`]
    }
  },

  'a response body that no value matches': each(responsesIn, (entry, contract) => {
    const [body] = getBodies(contract, entry)
    const { bodies, sample } = getExamples(contract, entry)
    const isFound = body?.validator === undefined || sample !== undefined || Object.keys(bodies).length > 0
    const advice = 'write anyOf for oneOf, unevaluatedProperties for additionalProperties in allOf, or a valid example'
    return !isFound && `No valid ${body.mediaType} was found for this ${entry.code}: ${advice}.`
  }),

  'a response header that refuses what the service sends': each(headersIn, (headerEntry, contract) => {
    const { sentHeader, header, isOfHandler } = headerEntry
    if (sentHeader === undefined || isOfHandler) return
    const value = sentHeader.example ?? toSample(contract, sentHeader.schema)
    // The value of a header is a string, even for a number.
    const isRefused = [value, String(value)].every((form) => findError(contract, header.schema, form) !== undefined)
    const advice = `remove ${header.name}, and the base spec adds it`
    if (isRefused) return `The schema of ${header.name} refuses what the service sends: ${advice}.`
    const isRequired = header.required && !sentHeader.required
    return isRequired && `${header.name} is not in each response, so it cannot be required: ${advice}.`
  }),

  'a required response header that nothing sends': each(
    headersIn,
    (header) => header.header.required && explainUnsent(header),
  ),
}

export const headerWarnings: Checks<ContractModel> = {
  *'an error of a standard method that nothing sends'(contract) {
    const { standard } = deriveResources(contract)
    for (const operation of contract.operations.filter(({ id }) => standard.has(id))) {
      const baseSpecStatuses = getBaseSpecStatuses(contract, operation)
      const [first, ...others] = operation.responses.filter(
        ({ code }) => /^4\d\d$/.test(code) && !baseSpecStatuses.includes(code),
      )
      if (first === undefined) continue
      const codes = [first, ...others].map(({ code }) => code).join(' or ')
      const sentence = `The standard method never returns ${codes}: remove what is documented for it.`
      yield [`${operation.pointer}/responses/${first.code}`, sentence]
    }
  },

  'a response header that nothing sends': each(headersIn, (header) => !header.header.required && explainUnsent(header)),
}

/** Returns a message about a documented header that no response has; `undefined` for any other header. */
function explainUnsent({ sentHeader, header: { name }, status, operation }: ReturnType<typeof headersIn>[number]) {
  const { [name]: field } = fieldByHeader
  const needsField = status < 300 && field !== undefined
  const isOfStack = operation === undefined || stackStatuses.includes(status)
  if (sentHeader !== undefined || (!needsField && !isOfStack)) return
  return `Nothing sends ${name} with this ${status}: ${needsField ? `only ${field} adds it` : 'remove this header'}.`
}

function headersIn(contract: ContractModel) {
  const { standard, adapted } = deriveResources(contract)
  return responsesIn(contract).flatMap(({ operation, ...entry }) => {
    const isHandled = operation && !standard.has(operation.id) && !(operation.id in adapted)
    const stackHeaders = sentHeaders(contract, operation, entry)
    return entry.headers.map((header) => ({
      header,
      sentHeader: stackHeaders[header.name],
      status: entry.status,
      operation,
      /** Whether a handler can set the header. */
      isOfHandler: isHandled && ['Location', 'Link'].includes(header.name),
      pointer: header.pointer,
    }))
  })
}
