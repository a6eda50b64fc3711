// The base spec (stack/contract/complete/common.yaml), with its placeholders filled in for a contract.

import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContractModel } from '../model/contract.ts'
import { pascalCase } from '../model/names.ts'
import { memoize, type Node, replaced, toNode } from '../model/node.ts'
import type { Trait } from '../model/traits.ts'
import { readYaml } from '../read/read-yaml.ts'
import { itemPathOf, withCursor } from './item.ts'
import { placeholders } from './placeholders.ts'

export interface Common {
  limits: Record<string, number>
  orderOfChecks: string[][]
  securityHeaders: string[]
  exposedHeaders: string[]
  /** What operations with a trait do, for the docs. */
  traits: Partial<Record<Trait, string>>
  sentences: { for: Trait[]; text: string }[]
  responseHeaders: { success: Record<string, Trait[]>; empty: string[]; problem: string[]; unread: string[] }
  parameters: Record<string, CommonParameter>
  headers: Record<string, Node>
  headerNames: Record<string, string>
  inlineHeaders: string[]
  schemas: Record<string, Node>
  responses: Record<string, CommonResponse>
  problems: Record<string, CommonProblem>
  tags: { name: string; description: string }[]
  servers: { url: string; description: string }[]
  /** The name of a schema of the base spec in the resolved spec. */
  schemaName: (name: string) => string
}

/** A Parameter Object, and the traits of operations that have it. */
export interface CommonParameter extends Node {
  for: Trait[]
  name: string
  in: string
}

export interface CommonResponse {
  /** Status. The file has it only for a response without a problem. */
  status: number
  problem?: string
  /** Other problems with this status. */
  also?: string[]
  /** Absent if no trait adds it to an operation. */
  for?: Trait[]
  anyRequest?: true
  isUnread?: true
  why: string
  description: string
  headersFirst?: string[]
  headers?: string[]
  /** Names of example components. Default: all of its problems. */
  examples?: string[]
}

export interface CommonProblem {
  status: number
  title: string
  description: string
  /** Members besides those of every problem. */
  properties?: Record<string, Node>
  /** Examples by component. */
  examples: Record<string, CommonExample>
}

interface CommonExample {
  /** Name in a response. Default: the name of the component in camel case. */
  name?: string
  summary: string
  detail: string
  errors?: unknown[]
}

export const commonFile = relative('', fileURLToPath(import.meta.resolve('./common.yaml')))

/** Base spec as written, with placeholders in its texts. */
export const commonTemplate = readYaml(commonFile).document.toJS() as Omit<Common, 'schemaName'>

/** @param source A hand-written contract. @throws {Error} if the base spec cannot describe it. */
export const commonPartFor = memoize((source: ContractModel): Common => {
  const root = toNode(source.document)
  const { orderOfChecks, ...rest } = commonTemplate
  const values = placeholders(source, rest.limits)
  const schemaName = schemaNames(root)
  const fill = (text: unknown) => {
    if (typeof text !== 'string') return text
    if (text.startsWith(schemaPlace)) return schemaPlace + schemaName(text.slice(schemaPlace.length))
    const whole = /^\{(\w+)\}$/.exec(text)?.[1] ?? ''
    // A text that is only a placeholder may stand for a number. In a pattern, {8} is not one.
    return (
      values[whole] ??
      text.replace(/\{([A-Za-z]+)\}/g, (placeholder, name: string) => {
        if (values[name] === undefined) throw new Error(`${commonFile} has an unknown placeholder ${placeholder}.`)
        return String(values[name])
      })
    )
  }
  // A placeholder can stand for several checks, or for none.
  const steps = replaced(orderOfChecks, fill).map((step) => step.flat())
  values.orderOfChecks = steps.map((step, index) => `${index + 1}. ${step.join(', ')}`).join('\n')
  values.securityHeaders = listed(rest.securityHeaders)
  values.exposedHeaders = listed(rest.exposedHeaders)
  const filled = { ...replaced(rest, fill), orderOfChecks: steps }
  const schemas = Object.entries(filled.schemas).map(([name, schema]) => [schemaName(name), schema] as const)
  const common: Common = { ...filled, schemas: Object.fromEntries(schemas), schemaName }
  // contract.schema.json describes them.
  const problems = toNode(root['x-problems']) as Record<string, OwnProblem>
  for (const [name, problem] of Object.entries(problems)) addProblem(common, name, problem)
  for (const [name, response] of Object.entries(common.responses)) {
    const status = response.status ?? common.problems[response.problem ?? '']?.status
    if (status === undefined) throw new Error(`${commonFile}: the response ${name} has no status.`)
    response.status = status
  }
  for (const header of Object.values(common.headers)) header.example ??= toNode(header.schema).const
  const { After } = common.parameters
  const [list, ...otherLists] = source.operations.filter((operation) => operation['x-paging'])
  // The position in the only list can be a component, as other parameters are.
  if (After && list && otherLists.length === 0) Object.assign(After, withCursor(After, itemPathOf(source, list.path)))
  return common
})

function listed(names: string[]): string {
  return new Intl.ListFormat('en').format(names.map((name) => `\`${name}\``)).replace(/, and /, ' and ')
}

const schemaPlace = '#/components/schemas/'

/** A contract can have a schema with the name of a common one, such as `ProblemDetail`. */
function schemaNames(root: Node): Common['schemaName'] {
  const reserved = toNode(toNode(root.components).schemas)
  const free = (name: string): string => (name in reserved ? free(`Common${name}`) : name)
  return free
}

/** Adds a problem of the contract: an operation has it if it states its status. */
function addProblem(common: Common, name: string, { detail, ...problem }: OwnProblem): void {
  const { status, title, description } = problem
  const component = pascalCase(name)
  common.problems[name] = { ...problem, examples: { [component]: { summary: title, detail } } }
  common.responses[component] = { status, problem: name, why: '', description }
}

type OwnProblem = Pick<CommonProblem, 'status' | 'title' | 'description'> & { detail: string }
