// The bytes of a page that never changes. They are compressed once, with an entity tag for each content coding.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Response } from 'express'

const quality = constants.BROTLI_PARAM_QUALITY
const codings = ['br', 'gzip', 'identity'] as const
type Coding = (typeof codings)[number]

export class StaticBody {
  readonly #bytes: Buffer
  readonly #hash: string
  readonly #encoded = new Map<Coding, Promise<Buffer>>()

  constructor(text: string) {
    this.#bytes = Buffer.from(text)
    this.#hash = createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 27)
  }

  /** Every response shares the same bytes, so a client that reads slowly takes no more memory. */
  async send(res: Response): Promise<void> {
    const coding = codings.find((encoding) => encoding === res.req.acceptsEncodings([...codings])) ?? 'identity'
    res.vary('Accept-Encoding')
    // A strong tag identifies the bytes, so each coding has its own (RFC 9110, 8.8.3.3).
    res.set('ETag', `"${this.#hash}${coding === 'identity' ? '' : `-${coding}`}"`)
    if (coding !== 'identity') res.set('Content-Encoding', coding)
    const bytes = await this.#getEncoded(coding)
    // Express responds with 304 if If-None-Match has the tag, and omits the body for HEAD.
    res.send(bytes)
  }

  #getEncoded(coding: Coding): Promise<Buffer> {
    const encoded = this.#encoded.get(coding) ?? this.#encode(coding)
    this.#encoded.set(coding, encoded)
    return encoded
  }

  async #encode(coding: Coding): Promise<Buffer> {
    // The highest quality is much slower, and saves little.
    if (coding === 'br') return promisify(brotliCompress)(this.#bytes, { params: { [quality]: 9 } })
    return coding === 'gzip' ? promisify(gzip)(this.#bytes) : this.#bytes
  }
}
