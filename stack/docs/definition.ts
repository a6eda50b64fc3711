// The parts of the contract in the docs page that the script of the page reads.

import type { Call } from './call.ts'

export interface Definition {
  servers: Server[]
  paths: Record<string, PathItem>
}

/** As `make generate` writes it into the page. */
export interface Prepared extends Definition {
  'x-calls': Call[]
}

export interface Server {
  url: string
  description?: string
}

type PathItem = Record<string, Operation | unknown[] | undefined>

interface Operation {
  servers?: Server[]
  'x-codeSamples'?: { lang: string; source: string }[]
}

const methods = ['get', 'put', 'post', 'patch', 'delete']

export function getOperations({ paths }: Definition): Operation[] {
  return Object.values(paths).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation !== undefined && !Array.isArray(operation) ? [operation] : []
    }),
  )
}
