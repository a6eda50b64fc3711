// The client generators, and the commands that run them. Each command runs in a copy of the folder of its client, and
// writes to `generated/`.
export interface Generator {
  name: string
  /** The package that generates. */
  package: string
  commands: [command: string, ...args: string[]][]
}

const contract = '../../../generated/openapi.yaml'

export const generators: Generator[] = [
  {
    name: 'hey-api',
    package: '@hey-api/openapi-ts',
    commands: [['openapi-ts', '--input', contract, '--output', 'generated', '--no-log-file']],
  },
  { name: 'orval', package: 'orval', commands: [['orval', '--config', 'orval.config.ts']] },
  {
    name: 'openapi-zod-client',
    package: 'openapi-zod-client',
    commands: [
      ['node', 'replace-const.ts'],
      [
        ...(['openapi-zod-client', 'contract.json', '--output', 'generated/plants.ts', '--export-types'] as const),
        // The defaults ignore problem documents, and count 304 as an error with a body.
        ...['--media-type-expr', "['application/json', 'application/problem+json'].includes(mediaType)"],
        ...['--error-expr', 'status >= 400'],
      ],
    ],
  },
]
