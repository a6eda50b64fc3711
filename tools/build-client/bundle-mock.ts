// The mock as one JavaScript file that needs no packages, the files of the contract that it reads, and the licences of
// all that is in it. It has the folders of this project, so what it reads is where it was.
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { licencesOf } from './licences.ts'

const here = dirname(fileURLToPath(import.meta.url))
const read = ['generated/openapi.json', 'generated/docs.html']
const unused = ['@faker-js/faker', 'postman-collection']

export async function buildMock(root: string, out: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['server/mock/main.ts'],
    outfile: join(out, 'mock/mock.js'),
    bundle: true,
    minify: true,
    legalComments: 'none', // all licences are in a file of their own
    platform: 'node',
    format: 'esm',
    target: 'node24',
    alias: {
      ...Object.fromEntries(unused.map((name) => [name, join(here, 'unused.ts')])),
      // Its main file hides from bundlers what it requires.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    },
    plugins: [sourcesKnowTheirPlace(root)],
    // Express and its like are CommonJS, and ask for what Node brings by `require`.
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
  })
  const inBundle = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  await writeFile(join(out, 'mock/THIRD-PARTY-LICENSES.txt'), await licencesOf(root, inBundle))
  await copyFile(join(here, 'mock-command.js'), join(out, 'mock/command.js'))
  await chmod(join(out, 'mock/command.js'), 0o755)
  await mkdir(join(out, 'generated'), { recursive: true })
  for (const file of read) await copyFile(join(root, file), join(out, file))
}

// Two sources read files beside them. In the bundle both would be where the bundle is.
function sourcesKnowTheirPlace(root: string): Plugin {
  return {
    name: 'sources-know-their-place',
    setup({ onLoad }) {
      onLoad({ filter: /\/server\/.*\.ts$/ }, async ({ path }) => {
        const place = JSON.stringify(`../${relative(root, path)}`)
        const text = await readFile(path, 'utf8')
        return { loader: 'ts', contents: text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url)`) }
      })
    },
  }
}
