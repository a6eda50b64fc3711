// The stacks that are compared, in the order of the tables. Each is one process.
import { builtService, compiledPeer } from './programs.ts'

export interface Contender {
  name: string
  /** The arguments of Node, which runs in the root of the project. */
  args: string[]
  settings: Record<string, string>
}

/** Express and others do more work for developers without it. */
const production = { NODE_ENV: 'production' }

/** Started as in docs/deployment.md, with an identity provider, metrics, a log and limits, which no request of a run reaches. */
export const ours: Contender = {
  name: 'this service',
  args: [builtService],
  settings: { OPS_PORT: '0', LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '9999999' },
}

export const bare: Contender = { name: 'bare node:http', args: [compiledPeer('node-http')], settings: production }

export const validatingFastify: Contender = {
  name: 'Fastify, validated responses',
  args: [compiledPeer('fastify')],
  settings: { ...production, VALIDATE_RESPONSES: '1' },
}

export const contenders: Contender[] = [
  ours,
  bare,
  { name: 'Fastify', args: [compiledPeer('fastify')], settings: production },
  validatingFastify,
  { name: 'Hono, zod-openapi', args: [compiledPeer('hono')], settings: production },
  { name: 'Express, no validation', args: [compiledPeer('express')], settings: production },
  { name: 'openapi-backend', args: [compiledPeer('openapi-backend')], settings: production },
  { name: 'express-openapi-validator', args: [compiledPeer('express-openapi-validator')], settings: production },
]
