import { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import { expect, it } from 'vitest'
import { toHttpRequest } from '../../../server/http/express-adapter.ts'
import { contract } from '../../product/generated/index.ts'

it('a body is invalid if its connection breaks', async () => {
  const stream = new Readable({ read() {} })
  const headers = { 'transfer-encoding': 'chunked' }
  // Only a stream and these members are read.
  const request = Object.assign(stream, { headers, rawHeaders: [], complete: false }) as unknown as Request
  const body = toHttpRequest(request, { locals: {} } as Response).body?.read(contract.limits)
  stream.push('{')
  stream.destroy(new Error('aborted'))
  const errors = [{ pointer: '', detail: 'is incomplete' }]
  await expect(body).rejects.toMatchObject({ kind: 'invalid-request', errors })
})
