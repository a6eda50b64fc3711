// The common part (server/core/pipeline/common.yaml), with its placeholders filled in for a contract.

import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readYaml } from '../read-yaml.ts'
import { itemOf, withPosition } from './item.ts'
import { type Node, nodeOf } from './node.ts'
import { type Kind, operationsOf } from './operations.ts'
import { placeholders } from './placeholders.ts'

export interface Common {
  limits: Record<string, number>
  /** What each kind of operation does, in words. */
  kinds: Record<Kind, string>
  /** Components of headers. */
  responseHeaders: { success: Record<string, Kind[]>; empty: string[]; problem: string[]; unread: string[] }
  parameters: Record<string, CommonParameter>
  headers: Record<string, Node>
  /** The header of a component, if the component has another name. */
  headerNames: Record<string, string>
  /** Headers that each response states itself. */
  inlineHeaders: string[]
  schemas: Record<string, Node>
  responses: Record<string, CommonResponse>
  /** By the last part of the type. */
  problems: Record<string, CommonProblem>
  examples: Record<string, CommonExample>
  tags: { name: string; description: string }[]
  /** Of a contract that names none. */
  servers: { url: string; description: string }[]
}

/** A Parameter Object, and the kinds of operations that have it. */
export interface CommonParameter extends Node {
  for: Kind[]
  name: string
  in: string
}

export interface CommonResponse {
  /** Of a response without a problem. */
  status?: number
  problem?: string
  /** Absent if no operation has it. */
  for?: Kind[]
  /** Any request can get it. */
  anyRequest?: true
  /** The service could not read the request. */
  isUnread?: true
  why: string
  description: string
  /** Components, beside those of all such responses. */
  headers?: string[]
  /** Components, by the names that they have here. */
  examples?: Record<string, string>
}

export interface CommonProblem {
  status: number
  title: string
  description: string
  /** Members beside those of every problem. */
  properties?: Record<string, Node>
}

/** A member of `x-problems`. */
interface OwnProblem extends CommonProblem {
  /** Of the example. */
  detail: string
}

export interface CommonExample {
  problem: string
  summary: string
  detail: string
  errors?: unknown[]
}

export const commonFile = relative('', fileURLToPath(import.meta.resolve('../../../server/core/pipeline/common.yaml')))

/**
 * @param own The hand-written contract.
 * @throws {Error} if the contract has something that the common part cannot describe. The message is one line.
 */
export function commonPartFor(own: Node): Common {
  const template: Common = readYaml(commonFile).document.toJS()
  const values = placeholders(own, template.limits)
  const common: Common = JSON.parse(JSON.stringify(template), (_, text: unknown) => {
    if (typeof text !== 'string') return text
    const whole = /^\{(\w+)\}$/.exec(text)?.[1] ?? ''
    // A text that is only a placeholder may stand for a number. In a pattern, {8} is not one.
    return values[whole] ?? text.replace(/\{([A-Za-z]+)\}/g, (_placeholder, name) => filledIn(values, name))
  })
  // contract.schema.json describes them.
  const problems = nodeOf(own['x-problems']) as Record<string, OwnProblem>
  for (const [name, problem] of Object.entries(problems)) addProblem(common, name, problem)
  const { After } = common.parameters
  const [list, ...otherLists] = operationsOf(own).filter(({ operation }) => operation['x-paging'] === true)
  // The position in the only list can be a component, as other parameters are.
  if (After && list && otherLists.length === 0) Object.assign(After, withPosition(After, itemOf(own, list.path)))
  return common
}

function filledIn(values: Record<string, unknown>, name: string): string {
  if (values[name] === undefined)
    throw new Error(`server/core/pipeline/common.yaml has an unknown placeholder {${name}}.`)
  return String(values[name])
}

/** Adds a problem of the contract: an operation has it if it states its status. */
function addProblem(common: Common, name: string, { status, title, description, detail }: OwnProblem): void {
  const component = pascalCase(name)
  common.problems[name] = { status, title, description }
  common.examples[component] = { problem: name, summary: title, detail }
  const example = camelCase(name)
  common.responses[component] = { problem: name, why: '', description, examples: { [example]: component } }
}

/** `not-found` becomes `NotFound`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** `not-found` becomes `notFound`. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}

export function statusOf(common: Common, { status, problem = '' }: CommonResponse): number {
  const found = status ?? common.problems[problem]?.status
  if (found === undefined) throw new Error(`common.yaml has no problem ${problem}.`)
  return found
}
