// A complete contract, read without any code of the service: a shared reader could be wrong in both places at once.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { InvalidSetting } from '../../environment.ts'
import { type Collection, readCollections } from './collections.ts'
import { ContractDocument } from './document.ts'
import { type ContractOperation, readBasePath, readOperations } from './operations.ts'
import { ContractResponses } from './responses.ts'

type Limits = Record<`${'body' | 'head' | 'target' | 'contentType'}Bytes`, number>

export class TestedContract extends ContractDocument {
  readonly limits = this.at('/x-limits').value as Limits
  readonly version = String(this.at('/info').value.version)
  readonly basePath = readBasePath(this.at(''))
  readonly operations: ContractOperation[] = readOperations(this)
  /** Responses that any request can get, whatever its path and method. */
  readonly httpResponses = new ContractResponses(this.at('/x-http-responses'))
  /** A read that needs no item, if there is one. */
  readonly simplest = this.operations.find(({ method, path }) => method === 'GET' && !path.includes('{'))
  /** A collection for each creation: others have nothing that a run could compare. */
  readonly collections: Collection[] = readCollections(this)
  /** The scopes of the operations that read, of those that write, and of all. */
  readonly scopes = {
    read: this.#getScopes(({ method }) => method === 'GET'),
    write: this.#getScopes(({ method }) => method !== 'GET'),
    all: this.#getScopes(() => true),
  }

  /** Names of the headers that pages of other origins can read, in lower case. */
  readonly exposedHeaders = this.#textsIn('/x-exposed-headers').map((name) => name.toLowerCase())
  /** `404 for the path`, `405`, … */
  readonly orderOfChecks = this.#textsIn('/x-order-of-checks').flatMap((check) => check.split(' or '))

  /** The operation with this method and path. In `path`, parameters may have values. */
  operationAt(method: string, path: string): ContractOperation | undefined {
    const ofMethod = this.operations.filter((one) => one.method === method)
    return ofMethod.find((one) => one.path === path) ?? ofMethod.find((one) => isMatch(one.path, path))
  }

  hasPath(path: string): boolean {
    return this.operations.some((one) => isMatch(one.path, path))
  }

  #getScopes(fits: (operation: ContractOperation) => boolean): string[] {
    return [...new Set(this.operations.filter(fits).flatMap((one) => one.scopes))]
  }

  #textsIn(pointer: string): string[] {
    return Object.values(this.at(pointer).value).flat().map(String)
  }
}

function isMatch(template: string, path: string): boolean {
  const texts = template.split(/\{[^{}]+\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${texts.join('[^/]+')}$`).test(path)
}

const action =
  'Set CONTRACT to the file openapi.yaml of a running service, or to generated/openapi.yaml. ' +
  'For contracts of other services, use Schemathesis.'

/** @param file The complete contract. @throws {InvalidSetting} if it cannot be read, or is not complete. */
export async function readContract(file: string | URL): Promise<TestedContract> {
  const path = file instanceof URL ? fileURLToPath(file) : file
  const refuse = (problem: string) => (error: unknown) => {
    const [reason = ''] = (error instanceof Error ? error.message : '').split(/[\n,]/)
    throw new InvalidSetting(`${path} ${problem}: ${reason}. ${action}`, { cause: error })
  }
  const text = await readFile(path, 'utf8').catch(refuse('cannot be read'))
  const read = async () => {
    const contract = new TestedContract(Object(parse(text)))
    await contract.compile()
    return contract
  }
  return read().catch(refuse('is not a complete contract'))
}
