// Responses that nothing can return, and headers that the stack sends otherwise than written: a 500 after the write.

import { type Common, commonPartFor } from '../complete/common.ts'
import { sentHeaders } from '../complete/sent-headers.ts'
import { at, type Checks, each, type Finding } from '../finding.ts'
import { toError } from '../model/ajv.ts'
import type { Contract, HeaderEntry, Operation, ResponseEntry, Written } from '../model/contract.ts'
import { pascalCase } from '../model/names.ts'
import { escapeKey, type Node, nodesIn, resolved, toList, toNode } from '../model/node.ts'
import { getKinds, getOperations, type Kind, type Place, writtenOperations } from '../model/operations.ts'
import { deriveResources } from '../model/resources.ts'
import { toSample } from '../model/sample.ts'

/** The pipeline returns them before, or instead of, what an operation does. */
const ofPipeline = ['400', '401', '403', '406', '413', '415', '429', '500', '503']

export const responseChecks: Checks<Written> = {
  'no success': each(at('/responses', writtenOperations), ({ operation }) => {
    const hasSuccess = Object.keys(toNode(operation.responses)).some((status) => /^(?:[23]|default)/.test(status))
    const advice = 'write a response with a status such as 200, 201 or 204'
    return !hasSuccess && `An operation must have a success: ${advice}.`
  }),

  'an x-problem of another status': each(responsesIn, ({ status, response: { 'x-problem': name } }, { common }) => {
    const known = Object.entries(common.responses).filter(([, one]) => String(one.status) === status)
    const isKnown = name === undefined || known.some(([component]) => component === pascalCase(String(name)))
    return !isKnown && `No problem ${name} has the status ${status}: add one to x-problems.`
  }),

  'an error that can be several problems': each(responsesIn, ({ status, response, isUsual }, { own, common }) => {
    const names = Object.keys(toNode(own['x-problems'])).filter(
      (name) => String(common.problems[name]?.status) === status,
    )
    const isOpen = names.length > 1 && !isUsual && response['x-problem'] === undefined && response.content === undefined
    return isOpen && `This ${status} can be ${names.join(' or ')}: write x-problem with one of them.`
  }),

  *'a problem with the name of a common one'({ own }) {
    // Each problem of the common part depends on these components.
    const { problems, responses } = commonPartFor({})
    const examples = Object.values(problems).flatMap((one) => Object.keys(one.examples))
    const names = Object.keys(problems).map((name) => pascalCase(name))
    const taken = new Set([...names, ...Object.keys(responses), ...examples])
    for (const name of Object.keys(toNode(own['x-problems'])).filter((name) => taken.has(pascalCase(name))))
      yield [`/x-problems/${escapeKey(name)}`, `The common part has the problem ${name}: use another name.`]
  },

  *'a header of a response with content'(written) {
    for (const { pointer, response } of responsesIn(written))
      for (const [name, value] of Object.entries(toNode(response.headers)))
        if ('content' in resolved(written.own, value))
          yield [`${pointer}/headers/${name}`, `${name} must have a schema: write schema instead of content.`]
  },

  'x-without-responses with a response of the pipeline': each(
    at('/x-without-responses', writtenOperations),
    ({ operation }) => {
      const found = toList(operation['x-without-responses']).filter((status) => ofPipeline.includes(String(status)))
      return found.length > 0 && `The pipeline returns ${found.join(', ')} for any operation: remove this status.`
    },
  ),
}

/** The responses of operations, and the components that replace a part of a common response. */
function responsesIn({ own, common }: Written) {
  const ofOperations = getOperations(own).flatMap((place) => {
    const usual = usualStatuses(own, common, place)
    return Object.entries(toNode(place.operation.responses)).map(([status, value]) => {
      const { $ref } = toNode(value)
      const pointer = typeof $ref === 'string' ? $ref.slice(1) : `${place.pointer}/responses/${status}`
      return { status, pointer, response: resolved(own, value), isUsual: usual.includes(status) }
    })
  })
  const components = Object.entries(toNode(toNode(own.components).responses)).flatMap(([name, value]) => {
    const status = String(common.responses[name]?.status)
    return name in common.responses
      ? [{ status, pointer: `/components/responses/${name}`, response: toNode(value), isUsual: true }]
      : []
  })
  return [...ofOperations, ...components]
}

/** The errors that the common part adds to an operation. */
function usualStatuses(own: Node, { responses }: Common, place: Place, more: Kind[] = []): string[] {
  const kinds = new Set([...getKinds(own, place), ...more])
  return Object.values(responses).flatMap((one) =>
    one.for?.every((kind) => kinds.has(kind)) ? String(one.status) : [],
  )
}

/** The pipeline returns them, whatever a handler does. */
const ofStack = [...ofPipeline, '304', '412', '422', '501'].map(Number)

/** Headers of a success that no handler can set, and the field that adds them. */
const getField: Record<string, string> = {
  ETag: 'x-conditions: [ETag]',
  'Last-Modified': 'x-conditions: [ETag, Last-Modified]',
  Deprecation: 'x-deprecation',
  Sunset: 'x-deprecation',
}

export const headerChecks: Checks<Contract> = {
  *'an example of a header that its schema refuses'(contract) {
    for (const { node, pointer } of nodesIn(contract.document, Object.keys(contract.document))) {
      if (!/\/headers\/[^/]+$/.test(pointer) || !('example' in node)) continue
      const error = toError(contract, node.schema, node.example)
      if (error) yield [`${pointer}/example`, `This example breaks its schema: ${error}.`]
    }
  },

  'a header of a response that refuses what the service sends': each(headersIn, (one, contract) => {
    const { sent, header, isOfHandler } = one
    if (sent === undefined || isOfHandler) return
    const value = sent.example ?? toSample(contract, sent.schema)
    // A header is a text, a number too.
    const isRefused = [value, String(value)].every((one) => toError(contract, header.schema, one) !== undefined)
    const text = `remove ${header.name}, and the common part adds it`
    if (isRefused) return `The schema of ${header.name} refuses what the service sends: ${text}.`
    const isRequired = header.required && !sent.required
    return isRequired && `${header.name} is not in each response, so it cannot be required: ${text}.`
  }),

  'a required header of a response that nothing sends': each(headersIn, (one) => one.header.required && toUnsent(one)),
}

export const headerWarnings: Checks<Contract> = {
  'an error of a standard method that nothing sends': (contract) => {
    const { written } = contract
    const { standard } = deriveResources(contract)
    return getOperations(toNode(written?.own)).flatMap((place): Finding[] => {
      const isStandard = standard.some(({ pointer }) => pointer === place.pointer)
      if (written === undefined || !isStandard) return []
      const sent = usualStatuses(written.own, written.common, place, ['isStandard'])
      const errors = Object.keys(toNode(place.operation.responses)).filter((status) => /^4\d\d$/.test(status))
      const unsent = errors.filter((status) => !sent.includes(status))
      const sentence = `The standard method never returns ${unsent.join(' or ')}: remove what is documented for it.`
      return unsent.length === 0 ? [] : [[`${place.pointer}/responses/${unsent[0]}`, sentence]]
    })
  },

  'a header of a response that nothing sends': each(headersIn, (one) => !one.header.required && toUnsent(one)),
}

/** What is wrong with a documented header that no response has. */
function toUnsent({ sent, header: { name }, status, operation }: ReturnType<typeof headersIn>[number]) {
  const { [name]: field } = getField
  const needsField = status < 300 && field !== undefined
  const isOfStack = operation === undefined || ofStack.includes(status)
  if (sent !== undefined || (!needsField && !isOfStack)) return
  return `Nothing sends ${name} with this ${status}: ${needsField ? `only ${field} adds it` : 'remove this header'}.`
}

function headersIn(contract: Contract) {
  const { standard, adapted } = deriveResources(contract)
  const isStandard = (operation: Operation) => standard.includes(operation) || operation.id in adapted
  const all = (responses: ResponseEntry[], operation?: Operation) =>
    responses.flatMap((response) => {
      const sent = sentHeaders(contract, operation, response.status)
      return response.headers.map((header) => ({
        header,
        sent: sent.get(header.name),
        status: response.status,
        operation,
        /** A handler sets them itself. */
        isOfHandler: operation && !isStandard(operation) && ['Location', 'Link'].includes(header.name),
        pointer: toPointer(contract, header, response, operation),
      }))
    })
  const ofOperations = contract.operations.flatMap((operation) => all(operation.responses, operation))
  return [...ofOperations, ...all(contract.httpResponses)]
}

/** Of the component that a person wrote, if it is in one. */
function toPointer(
  { written }: Contract,
  header: HeaderEntry,
  { name, code }: ResponseEntry,
  operation: Operation | undefined,
): string {
  const { headers = {}, responses = {} } = Object(written?.own.components)
  if (Object.hasOwn(headers, header.validator)) return `/components/headers/${escapeKey(header.validator)}`
  const ofResponse = operation ? `${operation.pointer}/responses/${code}` : `/x-http-responses/${code}`
  return `${Object.hasOwn(responses, name) ? `/components/responses/${name}` : ofResponse}/headers/${escapeKey(header.name)}`
}
