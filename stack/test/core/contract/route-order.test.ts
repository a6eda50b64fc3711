import { describe, expect, it } from 'vitest'
import { compileRoutes } from '../../../core/contract/routes.ts'
import { segmentsOf } from '../../../core/contract/segments.ts'
import { rooms } from '../../support/rooms.ts'

const { contract } = rooms

describe('a contract with a literal path beside a parameter', () => {
  function routesOf(paths: string[]) {
    const [first] = contract.operations
    if (first === undefined) throw new Error('The contract has no operation.')
    return compileRoutes(
      paths.map((path) => ({
        ...first,
        path,
        segments: segmentsOf(path),
        method: path.includes('{') ? 'GET' : 'POST',
      })),
    )
  }
  const paths = ['/rooms', '/rooms/{id}', '/rooms/export', '/{kind}/export', '/rooms/{id}/{part}', '/rooms/{id}/x']

  it('tries a text before a text with a parameter, and that before a parameter', () => {
    const { findOperation } = routesOf(['/{a}', '/{a}.json', '/{a}.{b}', '/{a}:x', '/{a}-{b}-{c}', '/a.json'])
    const found = ['/a.json', '/b.json', '/b.xml', '/b:x', '/b', '/1-2-3-4', '/.json', '/--', '/-'].map(
      (path) => [path, tryFind(() => findOperation('GET', path).path)] as const,
    )
    expect(Object.fromEntries(found)).toEqual({
      '/a.json': 'This path supports only OPTIONS, POST.',
      '/b.json': '/{a}.json',
      '/b.xml': '/{a}.{b}',
      '/b:x': '/{a}:x',
      '/b': '/{a}',
      '/1-2-3-4': '/{a}-{b}-{c}',
      '/.json': '/{a}',
      '/--': '/{a}',
      '/-': '/{a}',
    })
  })

  it.each([paths, paths.toReversed()])('has it first, whatever the order of its paths', (...order) => {
    const { findOperation, allowedMethods } = routesOf(order)
    const pathOf = (path: string) =>
      allowedMethods(path).allow.includes('POST') ? findOperation('POST', path).path : findOperation('GET', path).path
    expect(pathOf('/rooms')).toBe('/rooms')
    expect(pathOf('/rooms/export')).toBe('/rooms/export')
    expect(pathOf('/rooms/exports')).toBe('/rooms/{id}')
    expect(pathOf('/pots/export')).toBe('/{kind}/export')
    expect(pathOf('/rooms/export/x')).toBe('/rooms/{id}/x')
    expect(pathOf('/rooms/export/y')).toBe('/rooms/{id}/{part}')
    expect(() => findOperation('GET', '/rooms/export')).toThrow('This path supports only OPTIONS, POST.')
  })
})

function tryFind(find: () => string): string {
  try {
    return find()
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
}
