import { afterEach, describe, expect, it, vi } from 'vitest'
import * as plans from '../../../../generated/plans.ts'

describe('a contract with a literal path beside a parameter', () => {
  afterEach(() => {
    vi.doUnmock('../../../../generated/plans.ts')
    vi.resetModules()
  })

  async function routesOf(paths: string[]) {
    const [data] = plans.operationData
    const operationData = paths.map((path) => ({ ...data, path, method: path.includes('{') ? 'GET' : 'POST' }))
    vi.resetModules()
    vi.doMock('../../../../generated/plans.ts', () => ({ ...plans, operationData }))
    return import('../../../../server/core/contract/routes.ts')
  }
  const paths = ['/plants', '/plants/{id}', '/plants/export', '/{kind}/export', '/plants/{id}/{part}', '/plants/{id}/x']

  it.each([paths, paths.toReversed()])('has it first, whatever the order of its paths', async (...order) => {
    const { findOperation, allowedMethods } = await routesOf(order)
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
