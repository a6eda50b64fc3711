// A contract of several files as one document. Redocly joins them; this file finds what cannot be joined, and the place of each part.

import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { isMap, isNode, parseDocument } from 'yaml'
import { getKeys } from './complete/node.ts'
import { readYaml, referencesIn, type Yaml } from './read-yaml.ts'
import { redocly } from './redocly.ts'

interface Reference {
  /** File and line of the reference. */
  place: string
  /** Relative to the current folder. */
  file: string
  /** A JSON Pointer into the file. */
  pointer: string
  /** The object with the reference. */
  node: unknown
}

const texts = ['.md', '.txt']

interface Files {
  /** Those that are YAML or JSON. */
  files: Map<string, Yaml>
  references: Reference[]
  /** A line for each reference that leads to nothing, or to an address. */
  errors: string[]
}

/**
 * @param main The contract. @param path Its file.
 * @returns The contract as it is if it refers to no other file.
 * @throws {Error} for a reference that leads to nothing, or to an address. The message has a line with the place of each.
 */
export async function joined(main: Yaml, path: string): Promise<Yaml> {
  const { files, references, errors } = readFiles(main, path)
  if (references.length === 0) return main
  if (errors.length > 0) throw new Error(errors.join('\n'))
  // A reference in an x- field may lead to nothing.
  const document = parseDocument(await redocly('bundle', path, '--ext', 'json', '--force'), { stringKeys: true })
  return { ...main, document, locate: getPlaces({ file: path, yaml: main }, files, references) }
}

/** The paths of a contract and of all files that it refers to. */
export function contractFiles(path: string): string[] {
  const { references } = readFiles(readYaml(path), path)
  return [...new Set([path, ...references.map(({ file }) => file)])]
}

function readFiles(main: Yaml, path: string): Files {
  const files = new Map([[path, main]])
  const errors: string[] = []
  const references = outerReferences(main, path)
  // The loop adds those of other files.
  for (const { place, file, pointer } of references) {
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
    if (pointer !== '' && !yaml.document.hasIn(getKeys(`#${pointer}`)))
      errors.push(`${place} nothing found at ${file}#${pointer}: correct the reference, or add what it names`)
  }
  return { files, references, errors }
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

/** A file of a contract. */
interface File {
  file: string
  yaml: Yaml
}

/** @returns File and line of a JSON Pointer into the joined document, or of the closest part around it. */
function getPlaces(main: File, files: Map<string, Yaml>, references: Reference[]): Yaml['locate'] {
  const getFile = ({ file }: Reference): File | undefined => {
    const yaml = files.get(file)
    return yaml && { file, yaml }
  }

  /** Follows the keys, and references to other files on the way. */
  function placeIn({ file, yaml }: File, keys: string[]): string | undefined {
    for (const index of [...keys, ''].keys()) {
      const node = yaml.document.getIn(keys.slice(0, index), true)
      const reference = isMap(node) ? references.find((one) => one.node === node) : undefined
      const target = reference && getFile(reference)
      if (target) return placeIn(target, [...getKeys(`#${reference.pointer}`), ...keys.slice(index)])
    }
    const found = keys.map((_, index) => yaml.document.getIn(keys.slice(0, keys.length - index), true)).find(isNode)
    return found?.range ? yaml.placeAt(found.range[0]) : `${file}:1`
  }

  return (pointer) => {
    const keys = getKeys(pointer)
    const [top, , name = '', ...rest] = keys
    const isJoined = top === 'components' && !main.yaml.document.hasIn(keys.slice(0, 3))
    const reference = isJoined ? references.find((one) => getName(one) === name) : undefined
    const target = reference && getFile(reference)
    return (target ? placeIn(target, [...getKeys(`#${reference.pointer}`), ...rest]) : placeIn(main, keys)) ?? ''
  }
}

/** That of the component which Redocly makes of it. */
function getName({ file, pointer }: Reference): string {
  return getKeys(`#${pointer}`).at(-1) ?? basename(file, extname(file))
}
