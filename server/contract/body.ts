// Reads a request body as the contract takes it: a documented media type, in UTF-8, within the limit, one JSON value.
import { MIMEType } from 'node:util'
import express, { type Request, type Response } from 'express'
import { visit } from 'jsonc-parser'
import { invalidRequest, Problem } from '../problem.ts'
import { limits } from './document.ts'
import { cut, escapePart } from './json-pointer.ts'
import type { Operation } from './operations.ts'

// Compressed bodies are refused (415): nobody needs them at this size, and a small one can unpack to a large one.
const readRaw = express.raw({ type: () => true, limit: limits.bodyBytes, inflate: false })

/**
 * The parsed body; `undefined` where the operation takes none, whatever was sent.
 * @throws {Problem} 415, 413, 400, in this order.
 */
export async function readBody(req: Request, res: Response, operation: Operation): Promise<unknown> {
  const { requestMediaTypes } = operation
  // The validator keeps one compiled validator per distinct Content-Type: it must only ever see the documented ones.
  // https://github.com/cdimascio/express-openapi-validator
  const contentType = req.headers['content-type']
  delete req.headers['content-type']
  if (requestMediaTypes.length === 0) return undefined
  if (!hasBody(req)) throw invalidRequest({ pointer: '', detail: 'a body is required' })

  const mediaType = utf8MediaType(contentType)
  if (mediaType === undefined || !requestMediaTypes.includes(mediaType)) throw unsupported(requestMediaTypes)
  req.headers['content-type'] = mediaType

  return parse(await bytes(req, res, requestMediaTypes))
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function utf8MediaType(contentType = ''): string | undefined {
  try {
    const { essence, params } = new MIMEType(contentType)
    return /^utf-8$/i.test(params.get('charset') ?? 'utf-8') ? essence : undefined
  } catch {
    return undefined
  }
}

function unsupported(mediaTypes: string[]): Problem {
  return new Problem('/problems/unsupported-media-type', `Send the body as ${mediaTypes.join(' or ')}, in UTF-8.`)
}

async function bytes(req: Request, res: Response, mediaTypes: string[]): Promise<Buffer> {
  await new Promise<void>((done, fail) => {
    readRaw(req, res, (error?: { status?: number }) => {
      if (error === undefined) return done()
      if (error.status === 413) {
        fail(new Problem('/problems/content-too-large', `The request body is larger than ${limits.bodyBytes} bytes.`))
      } else if (error.status === 415) fail(unsupported(mediaTypes))
      else if (error.status === 400) fail(invalidRequest({ pointer: '', detail: 'could not be read to its end' }))
      else fail(error)
    })
  })
  // express.raw leaves a body of no bytes, sent in chunks, as it found it: not there.
  return Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
}

function parse(raw: Buffer): unknown {
  const text = decode(raw)
  try {
    const value: unknown = JSON.parse(text)
    refuseRepeatedNames(text)
    return value
  } catch (error) {
    if (error instanceof Problem) throw error
    throw invalidRequest({ pointer: '', detail: 'must be JSON' })
  }
}

function decode(raw: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
  } catch {
    throw invalidRequest({ pointer: '', detail: 'must be UTF-8' })
  }
}

// JSON.parse keeps the last of two members with one name; another reader might keep the first (RFC 8259, 4).
function refuseRepeatedNames(text: string): void {
  const names: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => void names.push(new Set()),
    onObjectEnd: () => void names.pop(),
    onObjectProperty: (name, _offset, _length, _line, _column, pathSupplier) => {
      const seen = names.at(-1)
      if (seen?.has(name)) {
        const pointer = [...pathSupplier(), name].map((part) => `/${escapePart(String(part))}`).join('')
        throw invalidRequest({ pointer: cut(pointer), detail: 'must be given once' })
      }
      seen?.add(name)
    },
  })
}
