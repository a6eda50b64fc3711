// The names of the types of components in generated/api.d.ts.

import { mapped } from './complete/node.ts'
import { capitalWords } from './read-operations.ts'

/** What openapi-typescript refers to. All other names that it declares begin with a small letter. */
const taken = ['Blob', 'Omit', 'Record', 'WithRequired']

/** The groups of components, and the start of the names of their types. */
const groups = {
  schemas: '',
  responses: 'Response',
  parameters: 'Parameter',
  requestBodies: 'RequestBody',
  headers: 'Header',
  pathItems: 'PathItem',
}

/** @returns By group, the type of each component, all different: `user_name` is `UserName`, and `404` is `Schema404`. */
export function componentTypes(components: { [group in keyof typeof groups]?: object }) {
  const isType = (name: string) => /^[A-Z]\w*$/.test(name)
  const kept = Object.keys(components.schemas ?? {}).filter((name) => isType(name) && !taken.includes(name))
  const used = new Set([...taken, ...kept])
  const unused = (words: string): string => {
    const name = isType(words) ? words : `Schema${words}`
    let type = name
    for (let number = 2; used.has(type); number++) type = `${name}${number}`
    used.add(type)
    return type
  }
  return mapped<string, Map<string, string>>(groups, (start, group) => {
    const names = Object.keys(Object(components)[group] ?? {})
    const toType = (name: string) => (start === '' && kept.includes(name) ? name : unused(start + pascalCase(name)))
    return new Map(names.map((name) => [name, toType(name)]))
  })
}

/** `WWW-Authenticate` becomes `WwwAuthenticate`. */
function pascalCase(name: string): string {
  return capitalWords(name.replaceAll(/(?<=[A-Z])[A-Z]+(?![a-z])/g, (letters) => letters.toLowerCase()))
}
