// Problems of HTTP itself: what Node's parser refuses, and what it accepts although a server must not.
import type { IncomingMessage } from 'node:http'
import type { Contract } from '../../core/contract/contract.ts'
import { findOperation } from '../../core/contract/routes.ts'
import { splitTarget } from '../../core/pipeline/target.ts'
import { Problem } from '../../core/problem.ts'

/** Error of Node's HTTP parser. */
export interface HttpParserError extends NodeJS.ErrnoException {
  rawPacket?: Buffer
  bytesParsed?: number
}

export function toProblem(contract: Contract, error: HttpParserError): Problem {
  switch (error.code) {
    case 'HPE_INVALID_METHOD':
      return unknownMethod(contract, error)
    case 'HPE_INVALID_VERSION':
      return unknownVersion()
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(
        'header-fields-too-large',
        `The request line and the headers are larger than ${contract.limits.headBytes} bytes.`,
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request did not arrive in time.')
    default:
      return malformed('The request is not valid HTTP.')
  }
}

/** Returns why a head that Node's parser accepts must be refused; `undefined` if it is valid. */
export function problemOfHead({ httpVersion, headers }: IncomingMessage): Problem | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return unknownVersion()
  const { expect, 'transfer-encoding': coding } = headers
  if (coding !== undefined) return problemOfCoding(coding, httpVersion)
  // Node accepts any value that contains 100-continue. HTTP/1.0 has no Expect.
  if (expect === undefined || expect.toLowerCase() === '100-continue' || httpVersion === '1.0') return undefined
  return new Problem('expectation-failed', 'The only supported Expect value is 100-continue.')
}

// RFC 9112, 6.1 and 6.3. An empty list element is ignored (RFC 9110, 5.6.1).
function problemOfCoding(value: string, httpVersion: string): Problem | undefined {
  const codings = Array.from(value.toLowerCase().split(','), (coding) => coding.trim()).filter(Boolean)
  if (httpVersion === '1.0') return malformed('HTTP/1.0 has no Transfer-Encoding.')
  if (codings.at(-1) !== 'chunked') return malformed('The last coding in Transfer-Encoding must be chunked.')
  if (codings.length === 1) return undefined
  return new Problem('not-implemented', 'The only supported Transfer-Encoding is chunked.')
}

// Node's parser refuses unknown methods. The response is the same as for other unsupported methods.
function unknownMethod(contract: Contract, { rawPacket = Buffer.alloc(0), bytesParsed = 0 }: HttpParserError): Problem {
  const start = rawPacket.lastIndexOf('\n', bytesParsed) + 1
  const [line = ''] = rawPacket.toString('latin1', start).split('\r\n', 1)
  const [, method = '', target] = /^([\w!#$%&'*+.^`|~-]+) (\S+) HTTP\/1\.[01]$/.exec(line) ?? []
  try {
    if (target !== undefined) findOperation(contract, method, splitTarget(target).path) // 404, 405
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return malformed('The request is not valid HTTP.')
}

function unknownVersion(): Problem {
  return malformed('The supported versions are HTTP/1.1 and HTTP/1.0.')
}

function malformed(detail: string): Problem {
  return new Problem('malformed-request', detail)
}
