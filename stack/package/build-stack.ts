// Builds the package of the stack: JavaScript and declarations, because Node does not read TypeScript in node_modules.
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compile } from './compile.ts'
import { writeGuide } from './guide.ts'
import { builtEntry, dependenciesOn, root, stackFile, stackManifest } from './package-folder.ts'

/** What a new repository installs for its own development, besides the compiler. */
const development = ['@stoplight/prism-core', '@stoplight/prism-http', '@types/node']

/** @param out An empty folder, or none yet. */
export async function buildStack(out: string): Promise<void> {
  const folder = stackFile('')
  const files = (pattern: string) => globSync(pattern, { cwd: folder, exclude: ['test', '**/node_modules'] })
  const packages = compile(files('**/*.{ts,tsx}'), out, { folder, hasMaps: false, types: ['node'] })
  for (const file of files('**/*.{css,hbs,js,json,md,mjs,sh,txt,yaml}')) await cp(join(folder, file), join(out, file))
  await writeGuide(out)

  const { private: _, publishConfig: __, dependencies, ...manifest } = stackManifest
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const entries = Object.entries(manifest.exports).map(([name, file]) => {
    return [name, file.endsWith('.ts') ? builtEntry(file) : file] as const
  })
  const built = {
    ...manifest,
    bin: { [manifest.name]: './bin/command.js' },
    exports: Object.fromEntries(entries),
    // The command of Redocly runs as a process.
    ...dependenciesOn(packages.add('@redocly/cli'), { ...devDependencies, ...dependencies }),
    devDependencies: Object.fromEntries(development.map((name) => [name, devDependencies[name]])),
  }
  await mkdir(join(out, 'bin'))
  await cp(stackFile('package/command.js'), join(out, 'bin/command.js'))
  await writeFile(join(out, 'bin/start.js'), "import '../command.js'\n")
  await writeFile(join(out, 'package.json'), `${JSON.stringify(built, null, 2)}\n`)
  await cp(join(root, 'LICENSE'), join(out, 'LICENSE'))
}
