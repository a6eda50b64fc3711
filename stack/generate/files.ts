// Reads YAML with the lines of its parts, and a contract of several files: Redocly joins them, and this finds what cannot
// be joined.

import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { type Document, isAlias, isMap, isNode, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { findEndlessAlias } from './aliases.ts'
import { getKeys, toPointer } from './complete/node.ts'
import { redocly } from './redocly.ts'
import { resolveReference } from './resolve-reference.ts'

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
  const endless = errors.length === 0 ? findEndlessAlias(document) : undefined
  if (endless) errors.push(`${placeAt(endless.alias.range?.[0] ?? 0)} ${endless.sentence}`)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return { document, placeAt, locate }
}

/**
 * All that Redocly reads as a reference, each with the nodes around it. Some may lead to nothing: those in `x-` fields,
 * which other tools read, and those that a check of the contract reports.
 */
export function referencesIn(document: Document) {
  const found: { target: string; offset: number; path: readonly unknown[]; mayBeLost: boolean }[] = []
  const toText = (node: unknown) => {
    const target = isAlias(node) ? node.resolve(document) : node
    return isScalar(target) ? String(target.value) : undefined
  }
  visit(document, {
    Pair(_, pair, path) {
      const name = toText(pair.key) ?? ''
      const target = toText(pair.value)
      if (target === undefined) return
      const names = path.flatMap((one) => (isPair(one) ? (toText(one.key) ?? '') : []))
      const isMapping = names.at(-1) === 'mapping' && names.at(-2) === 'discriminator' && /^#|\//.test(target)
      if (name !== '$ref' && name !== 'externalValue' && !isMapping) return
      const mayBeLost = name !== '$ref' || names.some((one) => one.startsWith('x-'))
      found.push({ target, offset: isNode(pair.value) ? (pair.value.range?.[0] ?? 0) : 0, path, mayBeLost })
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
  mayBeLost: boolean
  /** The file, if it is YAML or JSON. */
  yaml?: Yaml
}

const texts = ['.md', '.txt']

/** @returns The contract as one file. @throws {Error} with each reference that leads to nothing, or may not be followed. */
export async function joined(main: Yaml, path: string): Promise<Yaml> {
  const { references: all, errors } = readFiles(main, path)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const references = all.filter(({ mayBeLost }) => !mayBeLost)
  if (references.length === 0) return main
  // A reference in an x- field may lead to nothing.
  const document = parseDocument(await redocly('bundle', path, '--ext', 'json', '--force'), { stringKeys: true })
  return { ...main, document, locate: getPlaces(main, references) }
}

/** The paths of a contract and of all files that it refers to. */
export function contractFiles(path: string): string[] {
  const { references } = readFiles(readYaml(path), path)
  return [...new Set([path, ...references.map(({ file }) => file)].filter(isFile))]
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
}

/** @returns The references to other files, and a line for each that leads to nothing, or may not be followed. */
function readFiles(main: Yaml, path: string) {
  const files = new Map<string, Yaml>()
  const errors: string[] = []
  const references: Reference[] = []
  const add = (file: string, yaml: Yaml) => {
    files.set(file, yaml)
    for (const { target: reference, offset, path: above, mayBeLost } of referencesIn(yaml.document)) {
      const target = resolveReference(reference, file, dirname(path))
      const place = yaml.placeAt(offset)
      if (typeof target === 'string') errors.push(`${place} ${target}`)
      else if (target) references.push({ place, ...target, node: above.at(-1), mayBeLost })
    }
    return yaml
  }
  add(path, main)
  // The loop adds those of other files.
  for (const reference of references) {
    const { place, file, pointer, mayBeLost } = reference
    const isText = texts.includes(extname(file)) || (mayBeLost && !/\.(?:json|ya?ml)$/.test(file))
    if (!isFile(file) && !mayBeLost) errors.push(`${place} nothing found at ${file}: correct the path, or add the file`)
    if (!isFile(file) || isText) continue
    const yaml = files.get(file) ?? add(file, readYaml(file))
    reference.yaml = yaml
    if (pointer !== '' && !mayBeLost && !yaml.document.hasIn(getKeys(`#${pointer}`)))
      errors.push(`${place} nothing found at ${file}#${pointer}: correct the reference, or add what it names`)
  }
  return { references, errors }
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
