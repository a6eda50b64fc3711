// Writes the published package.json: that of client/, but with the paths of the built files.

export interface Manifest {
  private?: boolean
  exports: Record<string, string>
  /** Fields of the published package only. `npm ci --omit=dev` would install optional peers of a workspace. */
  publishConfig?: object
  [field: string]: unknown
}

/** The source files that users of the package can import. */
export function entriesOf({ exports }: Manifest): string[] {
  return Object.values(exports)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace('./', 'client/'))
}

export function publishedManifest({ private: _, publishConfig, ...manifest }: Manifest): object {
  const built = Object.entries(manifest.exports).map(([name, file]) => [name, conditions(file)])
  return {
    ...manifest,
    ...publishConfig,
    exports: { ...Object.fromEntries(built), './openapi.yaml': './generated/openapi.yaml' },
  }
}

function conditions(file: string): string | object {
  if (!file.endsWith('.ts')) return file
  const path = file.replace('./', './client/').replace(/\.ts$/, '')
  return { types: `${path}.d.ts`, default: `${path}.js` }
}
