// Builds the package of the stack: JavaScript and declarations, because Node does not read TypeScript in node_modules.
import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Product } from '../core/contract/contract.ts'
import { compile } from './compile.ts'
import { builtEntry, dependenciesOn, root, stackFile, stackManifest } from './package-folder.ts'

/** The development dependencies of a new repository, besides the compiler. */
const devPackages = ['@stoplight/prism-core', '@stoplight/prism-http', '@types/node']

/** @param product The product of this repository. @param out An empty or missing folder. */
export async function buildStack(product: Product, out: string): Promise<void> {
  const folder = stackFile('')
  const files = (pattern: string) => globSync(pattern, { cwd: folder, exclude: ['test', '**/node_modules'] })
  const packages = compile(files('**/*.{ts,tsx}'), out, { folder, hasMaps: false, types: ['node'] })
  for (const file of files('**/*.{css,hbs,js,json,md,mjs,sh,txt,yaml}')) await cp(join(folder, file), join(out, file))
  await writeGuide(out)
  await writeOperations(product, out)

  const { private: _, publishConfig: __, dependencies, ...manifest } = stackManifest
  const { devDependencies, overrides } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const entries = Object.entries(manifest.exports).map(([name, file]) => {
    return [name, file.endsWith('.ts') ? builtEntry(file) : file] as const
  })
  const builtManifest = {
    ...manifest,
    bin: { [manifest.name]: './bin/command.js' },
    exports: Object.fromEntries(entries),
    // The command of Redocly runs as a process.
    ...dependenciesOn(packages.add('@redocly/cli'), { ...devDependencies, ...dependencies }),
    devDependencies: Object.fromEntries(devPackages.map((name) => [name, devDependencies[name]])),
    // npm reads overrides of the root package only: `adopt` copies them.
    overrides: { recheck: overrides.recheck },
  }
  await mkdir(join(out, 'bin'))
  await cp(stackFile('package/command.js'), join(out, 'bin/command.js'))
  await writeFile(join(out, 'bin/start.js'), "import '../command.js'\n")
  await writeFile(join(out, 'package.json'), `${JSON.stringify(builtManifest, null, 2)}\n`)
  await cp(join(root, 'LICENSE'), join(out, 'LICENSE'))
}

const pages = [
  'contract.md',
  'deployment.md',
  'handlers.md',
  'mock.md',
  'openapi-support.md',
  'operations.md',
  'your-own-api.md',
]

/** Writes the docs for teams that use the stack. @param out The folder of the package, after its other files are written. */
async function writeGuide(out: string): Promise<void> {
  await mkdir(join(out, 'guide'), { recursive: true })
  for (const page of pages) {
    const text = await readFile(join(root, 'docs', page), 'utf8')
    await writeFile(join(out, 'guide', page), withPackageLinks(text, out))
  }
}

/** Turns the files to deploy and monitor this product into templates, in which `adopt` fills in other names. */
async function writeOperations({ title, shortName }: Product, out: string): Promise<void> {
  const [from, to] = [join(root, 'docs/operations'), join(out, 'adopt/template/operations')]
  await mkdir(to)
  const toTemplate = (text: string) =>
    text
      .replaceAll('docs/', 'node_modules/contract-stack/guide/')
      .replaceAll(title, '{{title}}')
      .replaceAll(`${shortName}_`, '{{shortName}}_')
      .replaceAll(new RegExp(shortName, 'gi'), (name) => (name === shortName ? '{{service}}' : '{{Service}}'))
  for (const file of await readdir(from)) {
    // A new repository has a different Dockerfile.
    if (file === 'Dockerfile') continue
    await writeFile(join(to, `${toTemplate(file)}.txt`), toTemplate(await readFile(join(from, file), 'utf8')))
  }
}

/** Adapts the links of a page. A link to a file that the package does not have becomes its text. */
function withPackageLinks(text: string, out: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)#]*)(#[^)]*)?\)/g, (link, words: string, path: string, fragment = '') => {
    if (path === '' || path.startsWith('https:') || pages.includes(path)) return link
    const packed = path.replace(/^\.\.\/stack\//, '')
    return existsSync(join(out, packed)) ? `[${words}](../${packed}${fragment})` : words
  })
}
