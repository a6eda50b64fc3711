// Bundles the mock into one JavaScript file that needs no packages, and adds the files it reads and the licences of the
// bundled packages. The folders are the same as in this project, so the mock finds its files at the same paths.
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { unused } from '../../server/mock/unused.ts'
import { keepFileUrls } from './keep-file-urls.ts'
import { licencesOf } from './licences.ts'

const here = dirname(fileURLToPath(import.meta.url))
const filesItReads = ['generated/openapi.json', 'generated/openapi-3.0.json', 'generated/docs.html']

export async function buildMock(root: string, out: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['server/mock/start.ts'],
    outfile: join(out, 'mock/mock.js'),
    bundle: true,
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
  await writeFile(join(out, 'mock/THIRD-PARTY-LICENSES.txt'), await licencesOf(root, bundledFiles, 'mock.js'))
  await copyFile(join(here, 'mock-command.js'), join(out, 'mock/command.js'))
  await chmod(join(out, 'mock/command.js'), 0o755)
  await mkdir(join(out, 'generated'), { recursive: true })
  for (const file of filesItReads) await copyFile(join(root, file), join(out, file))
}
