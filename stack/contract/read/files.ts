// Bundles a contract of several files. Redocly reads any file, and fetches URLs, so this module first checks where the
// references lead.

import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, relative, resolve, sep } from 'node:path'
import { type Document, isAlias, isMap, isNode, isPair, isScalar, parseDocument, visit } from 'yaml'
import { redocly } from '../../redocly/run.ts'
import { getKeys, toPointer } from '../model/node.ts'
import { readYaml, type Yaml } from './read-yaml.ts'

/**
 * Returns everything that Redocly reads as a reference, with the nodes around it. Some may lead nowhere: those in `x-`
 * fields, which other tools read, and those that a check of the contract reports.
 */
export function referencesIn(document: Document) {
  const references: { target: string; offset: number; path: readonly unknown[]; mayBeUnresolved: boolean }[] = []
  const toScalar = (node: unknown) => {
    const target = isAlias(node) ? node.resolve(document) : node
    return isScalar(target) ? String(target.value) : undefined
  }
  visit(document, {
    Pair(_, pair, path) {
      const name = toScalar(pair.key) ?? ''
      const target = toScalar(pair.value)
      if (target === undefined) return
      const names = path.flatMap((ancestor) => (isPair(ancestor) ? (toScalar(ancestor.key) ?? '') : []))
      const isMapping = names.at(-1) === 'mapping' && names.at(-2) === 'discriminator' && /^#|\//.test(target)
      if (name !== '$ref' && name !== 'externalValue' && !isMapping) return
      const mayBeUnresolved = name !== '$ref' || names.some((name) => name.startsWith('x-'))
      references.push({ target, offset: isNode(pair.value) ? (pair.value.range?.[0] ?? 0) : 0, path, mayBeUnresolved })
    },
  })
  return references
}

interface FileReference {
  location: string
  /** Relative to the current folder. */
  file: string
  pointer: string
  node: unknown
  mayBeUnresolved: boolean
  yaml?: Yaml
}

const textExtensions = ['.md', '.txt']

/** @returns The contract as one file. @throws {Error} with each reference that leads nowhere or is forbidden. */
export async function bundle(main: Yaml, path: string): Promise<Yaml> {
  const { references, errors } = readFiles(main, path)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const resolvable = references.filter(({ mayBeUnresolved }) => !mayBeUnresolved)
  if (resolvable.length === 0) return main
  // With --force, a reference in an x- field may lead nowhere.
  const document = parseDocument(await redocly('bundle', path, '--ext', 'json', '--force'), { stringKeys: true })
  return { ...main, document, locate: sourceLocations(main, resolvable) }
}

export function contractFiles(path: string): string[] {
  const { references } = readFiles(readYaml(path), path)
  return [...new Set([path, ...references.map(({ file }) => file)].filter(isFile))]
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

/** @returns The references to other files, and a line for each that leads nowhere, or may not be followed. */
function readFiles(main: Yaml, path: string) {
  const files = new Map<string, Yaml>()
  const errors: string[] = []
  const references: FileReference[] = []
  const add = (file: string, yaml: Yaml) => {
    files.set(file, yaml)
    for (const { target: reference, offset, path: ancestors, mayBeUnresolved } of referencesIn(yaml.document)) {
      const target = resolveReference(reference, file, dirname(path))
      const location = yaml.locateAt(offset)
      if (typeof target === 'string') errors.push(`${location} ${target}`)
      else if (target) references.push({ location, ...target, node: ancestors.at(-1), mayBeUnresolved })
    }
    return yaml
  }
  add(path, main)
  // The loop appends the references of other files to the list.
  for (const reference of references) {
    const { location, file, pointer, mayBeUnresolved } = reference
    const isText = textExtensions.includes(extname(file)) || (mayBeUnresolved && !/\.(?:json|ya?ml)$/.test(file))
    if (!isFile(file) && !mayBeUnresolved)
      errors.push(`${location} nothing found at ${file}: correct the path, or add the file`)
    if (!isFile(file) || isText) continue
    const yaml = files.get(file) ?? add(file, readYaml(file))
    reference.yaml = yaml
    if (pointer !== '' && !mayBeUnresolved && !yaml.document.hasIn(getKeys(`#${pointer}`)))
      errors.push(`${location} nothing found at ${file}#${pointer}: correct the reference, or add what it names`)
  }
  return { references, errors }
}

/** @returns A function that finds file and line of a JSON Pointer into the bundle, or of the closest part around it. */
function sourceLocations(main: Yaml, references: FileReference[]): Yaml['locate'] {
  /** Follows the keys, and references to other files on the way. */
  function locationIn({ document, locate }: Yaml, keys: string[]): string {
    for (const index of [...keys, ''].keys()) {
      const node = document.getIn(keys.slice(0, index), true)
      const reference = isMap(node) ? references.find((candidate) => candidate.node === node) : undefined
      if (reference?.yaml)
        return locationIn(reference.yaml, [...getKeys(`#${reference.pointer}`), ...keys.slice(index)])
    }
    return locate(toPointer(keys))
  }

  return (pointer) => {
    const keys = getKeys(pointer)
    const [top, , name = '', ...rest] = keys
    const isBundled = top === 'components' && !main.document.hasIn(keys.slice(0, 3))
    // The name that Redocly gives a component.
    const isNamed = ({ file, pointer }: FileReference) =>
      name === (getKeys(`#${pointer}`).at(-1) ?? basename(file, extname(file)))
    const reference = isBundled ? references.find(isNamed) : undefined
    return reference?.yaml
      ? locationIn(reference.yaml, [...getKeys(`#${reference.pointer}`), ...rest])
      : locationIn(main, keys)
  }
}

/** A JSON Pointer into the same file, or an anchor there. */
const localReference = /^#(?:\/.*|[A-Za-z][\w:.-]*)?$/s

/** A path, and perhaps a JSON Pointer into the file. Tools treat other characters differently. */
const path = /^([^#%:?\\]+)(?:#(\/[^#]*)?)?$/s

/**
 * @param file The file with the reference.
 * @param folder The folder of the contract.
 * @returns `undefined` for a reference inside its file; an error message if it may not be followed.
 */
function resolveReference(reference: string, file: string, folder: string) {
  if (localReference.test(reference)) return undefined
  const [, name, pointer = ''] = path.exec(reference) ?? []
  if (name === undefined) return `A contract refers to files only: save ${reference} as a file, and refer to it.`
  const target = { file: relative('', resolve(dirname(file), name)), pointer }
  if (isInFolder(target.file, folder)) return target
  return `A contract refers to files below its folder only: copy ${target.file} there, and refer to the copy.`
}

/** Whether a file is below a folder, even after symbolic links are followed. */
function isInFolder(file: string, folder: string): boolean {
  const paths = [[resolve(file), resolve(folder)] as const]
  if (existsSync(file)) paths.push([realpathSync(file), realpathSync(folder)])
  return paths.every(([path, folder]) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep))
}
