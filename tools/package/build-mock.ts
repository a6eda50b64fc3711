// Builds the mock as a package of its own, `plant-collection-mock`: bundled, so that it needs no other packages, with the files
// it reads and the licences of what is bundled. The folders are the same as in this project, so the mock finds its files.
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { unused } from '../../server/mock/unused.ts'
import { compile } from './compile.ts'
import { keepFileUrls } from './keep-file-urls.ts'
import { licencesOf } from './licences.ts'
import type { Manifest } from './manifest.ts'

const here = dirname(fileURLToPath(import.meta.url))
const filesItReads = [
  'generated/openapi.json',
  'generated/openapi-3.0.json',
  'generated/docs.html',
  'generated/docs.md',
  'openapi.yaml',
  'server/mock/control-openapi.yaml',
]
const publicTypes = 'server/core/mock/control.ts'

/** @param out The folder. Its previous content is deleted. */
export async function buildMock(root: string, out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await bundle(root, out)
  compile(root, [publicTypes], out, (path) => !path.endsWith('.d.ts'))
  await writeFile(join(out, 'mock/start-mock.d.ts'), declarations)
  await copyFile(join(here, 'command.js'), join(out, 'mock/command.js'))
  await chmod(join(out, 'mock/command.js'), 0o755)
  for (const file of filesItReads) {
    await mkdir(dirname(join(out, file)), { recursive: true })
    await copyFile(join(root, file), join(out, file))
  }
  await copyFile(join(root, 'server/mock/README.md'), join(out, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(out, 'LICENSE'))
  const { version, license, engines }: Manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await writeFile(join(out, 'package.json'), `${JSON.stringify({ ...manifest, version, license, engines }, null, 2)}\n`)
}

const manifest = {
  name: 'plant-collection-mock',
  description: 'A mock of the Plant Collection Service, with state, scenarios and a clock.',
  type: 'module',
  exports: {
    '.': { types: './mock/start-mock.d.ts', default: './mock/start-mock.js' },
    './control-openapi.yaml': './server/mock/control-openapi.yaml',
    './package.json': './package.json',
  },
  bin: { 'plant-collection-mock': 'mock/command.js' },
}

const declarations = `import type { RunningMock, StartOptions } from '../server/core/mock/control.js'

export * from '../server/core/mock/control.js'

/** Starts a mock in this process, on a free port. */
export function startMock(options?: StartOptions): Promise<RunningMock>
`

async function bundle(root: string, out: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['server/mock/start.ts', 'server/mock/start-mock.ts'],
    outdir: join(out, 'mock'),
    bundle: true,
    // Prism is in a file of its own, which only a mock without state loads.
    splitting: true,
    minify: true,
    legalComments: 'none', // licences.ts collects all licences in one file
    platform: 'node',
    format: 'esm',
    target: 'node24',
    alias: {
      ...Object.fromEntries(unused.map((name) => [name, join(root, 'server/mock/unused.ts')])),
      // The main file of jsonc-parser hides its imports from bundlers.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    },
    plugins: [keepFileUrls(root)],
    // Express and others are CommonJS modules: they load the modules of Node with `require`.
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
  })
  const bundledFiles = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  await writeFile(join(out, 'mock/THIRD-PARTY-LICENSES.txt'), await licencesOf(root, bundledFiles, 'The mock'))
}
