// Reads YAML with the lines of its parts, and a contract of several files: Redocly joins them, and this finds what cannot
// be joined.

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { getKeys, toPointer } from './complete/node.ts'
import { redocly } from './redocly.ts'

export type Yaml = ReturnType<typeof readYaml>

/** @throws {Error} if the file is not valid YAML. The message has a line with the place of each mistake. */
export function readYaml(file: string) {
  const lineCounter = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), {
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
    merge: true,
  })
  const placeAt = (offset: number) => `${file}:${lineCounter.linePos(offset).line}`
  /** @returns File and line of the closest part around a JSON Pointer. @param changed A changed copy. */
  const locate = (pointer: string, changed: Document = document) => {
    for (const keys = getKeys(pointer); keys.length > 0; keys.pop()) {
      const node = changed.getIn(keys, true)
      if (isNode(node) && node.range) return placeAt(node.range[0])
    }
    return placeAt(0)
  }
  const errors = document.errors.map(({ pos, code, message }) => {
    const sentence = code === 'MULTIPLE_DOCS' ? 'A contract is one document: remove what follows ---.' : message
    return `${placeAt(pos[0])} ${sentence}`
  })
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return { document, placeAt, locate }
}

/** The references in a document, each with the nodes around it, without the `x-` fields, which other tools read. */
export function referencesIn(document: Document) {
  const found: { target: string; offset: number; path: readonly unknown[] }[] = []
  visit(document, {
    Pair(_, { key, value }, path) {
      if (!isScalar(key)) return undefined
      if (String(key.value).startsWith('x-')) return visit.SKIP
      if (key.value === '$ref' && isScalar(value) && typeof value.value === 'string')
        found.push({ target: value.value, offset: value.range?.[0] ?? 0, path })
      return undefined
    },
  })
  return found
}

interface Reference {
  /** File and line of the reference. */
  place: string
  /** Relative to the current folder. */
  file: string
  /** A JSON Pointer into the file. */
  pointer: string
  /** The object with the reference. */
  node: unknown
  /** The file, if it is YAML or JSON. */
  yaml?: Yaml
}

const texts = ['.md', '.txt']

/** @returns The contract as one file. @throws {Error} with each reference that leads to nothing or to an address. */
export async function joined(main: Yaml, path: string): Promise<Yaml> {
  const { references, errors } = readFiles(main, path)
  if (references.length === 0) return main
  if (errors.length > 0) throw new Error(errors.join('\n'))
  // A reference in an x- field may lead to nothing.
  const document = parseDocument(await redocly('bundle', path, '--ext', 'json', '--force'), { stringKeys: true })
  return { ...main, document, locate: getPlaces(main, references) }
}

/** The paths of a contract and of all files that it refers to. */
export function contractFiles(path: string): string[] {
  const { references } = readFiles(readYaml(path), path)
  return [...new Set([path, ...references.map(({ file }) => file)])]
}

/** @returns The references to other files, and a line for each that leads to nothing, or to an address. */
function readFiles(main: Yaml, path: string) {
  const files = new Map([[path, main]])
  const errors: string[] = []
  const references = outerReferences(main, path)
  // The loop adds those of other files.
  for (const reference of references) {
    const { place, file, pointer } = reference
    if (/^https?:/.test(file)) {
      errors.push(`${place} A contract refers to files only: save ${file} as a file, and refer to it.`)
      continue
    }
    if (!existsSync(file)) errors.push(`${place} nothing found at ${file}: correct the path, or add the file`)
    if (!existsSync(file) || texts.includes(extname(file))) continue
    const known = files.get(file)
    const yaml = known ?? readYaml(file)
    if (known === undefined) references.push(...outerReferences(yaml, file))
    files.set(file, yaml)
    reference.yaml = yaml
    if (pointer !== '' && !yaml.document.hasIn(getKeys(`#${pointer}`)))
      errors.push(`${place} nothing found at ${file}#${pointer}: correct the reference, or add what it names`)
  }
  return { references, errors }
}

/** References to other files. */
function outerReferences({ document, placeAt }: Yaml, path: string): Reference[] {
  return referencesIn(document).flatMap(({ target, offset, path: above }) => {
    const [name = '', pointer = ''] = target.split('#')
    if (name === '') return []
    const file = /^https?:/.test(name) ? name : relative('', join(dirname(path), name))
    return [{ place: placeAt(offset), file, pointer, node: above.at(-1) }]
  })
}

/** @returns File and line of a JSON Pointer into the joined document, or of the closest part around it. */
function getPlaces(main: Yaml, references: Reference[]): Yaml['locate'] {
  /** Follows the keys, and references to other files on the way. */
  function placeIn({ document, locate }: Yaml, keys: string[]): string {
    for (const index of [...keys, ''].keys()) {
      const node = document.getIn(keys.slice(0, index), true)
      const found = isMap(node) ? references.find((one) => one.node === node) : undefined
      if (found?.yaml) return placeIn(found.yaml, [...getKeys(`#${found.pointer}`), ...keys.slice(index)])
    }
    return locate(toPointer(keys))
  }

  return (pointer) => {
    const keys = getKeys(pointer)
    const [top, , name = '', ...rest] = keys
    const isJoined = top === 'components' && !main.document.hasIn(keys.slice(0, 3))
    const found = isJoined ? references.find((one) => getName(one) === name) : undefined
    return found?.yaml ? placeIn(found.yaml, [...getKeys(`#${found.pointer}`), ...rest]) : placeIn(main, keys)
  }
}

/** That of the component which Redocly makes of it. */
function getName({ file, pointer }: Reference): string {
  return getKeys(`#${pointer}`).at(-1) ?? basename(file, extname(file))
}
