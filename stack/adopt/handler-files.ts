// Generates a file for each operation that is not a standard method, and server/handlers.ts, which lists them.

import { conditionSubjects } from '../contract/model/condition-subjects.ts'
import type { ContractModel, OperationModel } from '../contract/model/contract.ts'
import { capitalWords } from '../contract/model/names.ts'
import { deriveResources } from '../contract/model/resources.ts'
import { lineComment, quoted } from '../generate/code.ts'

/** Returns the content of the generated files, by path. */
export function handlerFiles(contract: ContractModel): Map<string, string> {
  const { standard } = deriveResources(contract)
  const operations = contract.operations.filter(({ id }) => !standard.has(id))
  const names = uniqueNames(operations.map(({ id }) => id))
  const files = new Map<string, string>()
  const handlers = operations.map((operation, index) => {
    const [name = '', file = ''] = [names[index], kebabCase(names[index] ?? '')]
    const { id } = operation
    files.set(`server/handlers/${file}.ts`, handlerFile(contract, operation, name))
    return {
      import: `import { ${name} } from './handlers/${file}.ts'`,
      entry: id === name ? name : `${quoted(id)}: ${name}`,
    }
  })
  const imports = [
    "import type { Handlers } from '../generated/handlers.ts'",
    ...handlers.map((handler) => handler.import),
  ]
  const list = handlers.map(({ entry }) => `  ${entry},\n`).join('')
  files.set(
    'server/handlers.ts',
    [
      '// The operations that are not standard methods, for the service and the mock. `make generate` writes this list.',
      ...imports,
      '',
      `export const handlers: Handlers = {${list && `\n${list}`}}`,
      '',
    ].join('\n'),
  )
  return files
}

function handlerFile(contract: ContractModel, operation: OperationModel, name: string): string {
  const { id, method, path, summary } = operation
  const reasons = (deriveResources(contract).reasons.get(id) ?? []).map(([, reason]) => reason)
  const { type, value, instead } = getStub(contract, operation)
  return [
    lineComment(`${method.toUpperCase()} ${path}: ${summary}`),
    ...reasons.map((reason) => lineComment(`It is not a standard method: ${reason}.`)),
    `import { type ${type}, notWritten } from '../../generated/handlers.ts'`,
    '',
    lineComment(`Instead of notWritten: ${instead}`),
    `export const ${name}: ${type === 'Handler' ? `Handler<${quoted(id)}>` : `Handlers[${quoted(id)}]`} = ${value}`,
    '',
  ].join('\n')
}

/** Returns what replaces `notWritten`: an adapter of the query, a serializer of an item, or a handler. */
function getStub(contract: ContractModel, { id, responses }: OperationModel) {
  const successCode = responses.find(({ code }) => code.startsWith('2'))?.code ?? '200'
  const response = `({ status: ${successCode.replace(/XX$/i, '00')}, … })`
  const unknownParameters = deriveResources(contract).adapted[id]
  if (unknownParameters !== undefined) {
    const instead = `({ query: { ${unknownParameters.join(', ')}, ...query }, ...input }) => ({ ...input, query })`
    return { type: 'Handlers', value: '{ adapt: notWritten }', instead }
  }
  const needsSerializer = conditionSubjects(contract).some(({ subject }) => {
    return typeof subject === 'object' && 'parameter' in subject && subject.read === id
  })
  return needsSerializer
    ? { type: 'Handlers', value: '{ read: notWritten }', instead: `(item) => ${response}` }
    : { type: 'Handler', value: 'notWritten', instead: `async (input, context) => ${response}` }
}

/** Returns an identifier for each id, in order. Ids can differ only in a character that no identifier has. */
function uniqueNames(ids: string[]): string[] {
  const usedFiles = new Set<string>()
  return ids.map((id) => {
    const [first = ''] = /[A-Za-z\d]/.exec(id) ?? []
    // A file name has at most 255 bytes.
    const base = (first + capitalWords(id).slice(1)).replace(/^(?=\d|$)/, 'operation').slice(0, 100)
    const options = [base, ...ids.map((_, index) => `${base}${index + 2}`)]
    const name = options.find((option) => !usedFiles.has(kebabCase(option)) && !reserved.has(option)) ?? base
    usedFiles.add(kebabCase(name))
    return name
  })
}

function kebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()
}

/** Names that the files import or declare, and words that are no identifiers in a module (ECMA-262, 12.7.2). */
const reserved = new Set(
  (
    'handlers Handler Handlers notWritten undefined ' +
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public return ' +
    'static super switch this throw true try typeof var void while with yield'
  ).split(' '),
)
