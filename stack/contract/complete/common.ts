// The base spec (stack/contract/complete/common.yaml), with its placeholders filled in for a contract.

import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContractModel } from '../model/contract.ts'
import { pascalCase } from '../model/names.ts'
import { memoize, type Node, replaceDeep, toNode } from '../model/node.ts'
import type { Trait } from '../model/traits.ts'
import { readYaml } from '../read/read-yaml.ts'
import { itemPathOf, withCursor } from './item.ts'
import { placeholderValues } from './placeholders.ts'

export interface BaseSpec {
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
  /** Returns the name that a schema of the base spec has in the resolved spec. */
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
  headerOverrides?: string[]
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

export const baseSpecFile = relative('', fileURLToPath(import.meta.resolve('./common.yaml')))

/** Base spec as written, with placeholders in its strings. */
export const baseSpecTemplate = readYaml(baseSpecFile).document.toJS() as Omit<BaseSpec, 'schemaName'>

/** @param source A hand-written contract. @throws {Error} if the base spec cannot describe it. */
export const baseSpecFor = memoize((source: ContractModel): BaseSpec => {
  const root = toNode(source.document)
  const { orderOfChecks, ...rest } = baseSpecTemplate
  const values = placeholderValues(source, rest.limits)
  const schemaName = schemaNames(root)
  const fill = (text: unknown) => {
    if (typeof text !== 'string') return text
    if (text.startsWith(schemaPrefix)) return schemaPrefix + schemaName(text.slice(schemaPrefix.length))
    const onlyName = /^\{(\w+)\}$/.exec(text)?.[1] ?? ''
    // A string that is only a placeholder may become a number. In a pattern, {8} is no placeholder.
    return (
      values[onlyName] ??
      text.replace(/\{([A-Za-z]+)\}/g, (placeholder, name: string) => {
        if (values[name] === undefined) throw new Error(`${baseSpecFile} has an unknown placeholder ${placeholder}.`)
        return String(values[name])
      })
    )
  }
  // A placeholder can stand for several checks, or for none.
  const steps = replaceDeep(orderOfChecks, fill).map((step) => step.flat())
  values.orderOfChecks = steps.map((step, index) => `${index + 1}. ${step.join(', ')}`).join('\n')
  values.securityHeaders = formatList(rest.securityHeaders)
  values.exposedHeaders = formatList(rest.exposedHeaders)
  const filled = { ...replaceDeep(rest, fill), orderOfChecks: steps }
  const schemas = Object.entries(filled.schemas).map(([name, schema]) => [schemaName(name), schema] as const)
  const common: BaseSpec = { ...filled, schemas: Object.fromEntries(schemas), schemaName }
  // contract.schema.json describes them.
  const problems = toNode(root['x-problems']) as Record<string, ContractProblem>
  for (const [name, problem] of Object.entries(problems)) addProblem(common, name, problem)
  for (const [name, response] of Object.entries(common.responses)) {
    const status = response.status ?? common.problems[response.problem ?? '']?.status
    if (status === undefined) throw new Error(`${baseSpecFile}: the response ${name} has no status.`)
    response.status = status
  }
  for (const header of Object.values(common.headers)) header.example ??= toNode(header.schema).const
  const { After } = common.parameters
  const [list, ...otherLists] = source.operations.filter((operation) => operation['x-paging'])
  // The cursor of the only list can be a component, as other parameters are.
  if (After && list && otherLists.length === 0) Object.assign(After, withCursor(After, itemPathOf(source, list.path)))
  return common
})

function formatList(names: string[]): string {
  return new Intl.ListFormat('en').format(names.map((name) => `\`${name}\``)).replace(/, and /, ' and ')
}

const schemaPrefix = '#/components/schemas/'

/** A contract can have a schema with the name of a common one, such as `ProblemDetail`. */
function schemaNames(root: Node): BaseSpec['schemaName'] {
  const reserved = toNode(toNode(root.components).schemas)
  const findUnused = (name: string): string => (name in reserved ? findUnused(`Common${name}`) : name)
  return findUnused
}

/** Adds a problem of the contract, for the operations that document its status. */
function addProblem(common: BaseSpec, name: string, { detail, ...problem }: ContractProblem): void {
  const { status, title, description } = problem
  const component = pascalCase(name)
  common.problems[name] = { ...problem, examples: { [component]: { summary: title, detail } } }
  common.responses[component] = { status, problem: name, why: '', description }
}

type ContractProblem = Pick<CommonProblem, 'status' | 'title' | 'description'> & { detail: string }
