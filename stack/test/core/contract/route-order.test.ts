import { describe, expect, it } from 'vitest'
import { contract } from '../../../../generated/index.ts'
import { segmentsOf } from '../../../core/contract/plan.ts'
import { compileRoutes } from '../../../core/contract/routes.ts'

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
  const paths = ['/plants', '/plants/{id}', '/plants/export', '/{kind}/export', '/plants/{id}/{part}', '/plants/{id}/x']

  it.each([paths, paths.toReversed()])('has it first, whatever the order of its paths', (...order) => {
    const { findOperation, allowedMethods } = routesOf(order)
    const pathOf = (path: string) =>
      allowedMethods(path).allow.includes('POST') ? findOperation('POST', path).path : findOperation('GET', path).path
    expect(pathOf('/plants')).toBe('/plants')
    expect(pathOf('/plants/export')).toBe('/plants/export')
    expect(pathOf('/plants/exports')).toBe('/plants/{id}')
    expect(pathOf('/pots/export')).toBe('/{kind}/export')
    expect(pathOf('/plants/export/x')).toBe('/plants/{id}/x')
    expect(pathOf('/plants/export/y')).toBe('/plants/{id}/{part}')
    expect(() => findOperation('GET', '/plants/export')).toThrow('This path supports only OPTIONS, POST.')
  })
})
