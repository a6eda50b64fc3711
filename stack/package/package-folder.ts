// The folder of a package: everything in it is published.
import { readFileSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'

export const root = process.cwd()

export function stackFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

export const stackManifest: {
  name: string
  private: boolean
  exports: Record<string, string>
  dependencies: Record<string, string>
  /** Peers of the published packages only: `npm ci --omit=dev` would install optional peers of a workspace. */
  publishConfig: { peerDependencies: Record<string, string> }
} = JSON.parse(readFileSync(stackFile('package.json'), 'utf8'))

/** Returns the dependency fields of a manifest for imported packages. Peers are optional: no application needs all. */
export function dependenciesOn(packages: Set<string>, versions: Record<string, string> = stackManifest.dependencies) {
  const pick = (from: Record<string, string>) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => packages.has(name)))
  const { peerDependencies: all } = stackManifest.publishConfig
  const peerDependencies = pick(all)
  const peers = Object.keys(peerDependencies)
  return {
    dependencies: Object.fromEntries(
      Object.entries(pick(versions))
        .filter(([name]) => !(name in all))
        .toSorted(),
    ),
    peerDependencies,
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  }
}

/** Returns a compiled entry of `exports`. @param source The path of its TypeScript. */
export function builtEntry(source: string): { types: string; default: string } {
  const path = source.replace(/\.ts$/, '')
  return { types: `${path}.d.ts`, default: `${path}.js` }
}

/** Options of esbuild for a program without dependencies. */
export const programForNode = {
  minify: true,
  platform: 'node',
  target: 'node24',
  // Express and others are CommonJS modules: they load the modules of Node with `require`.
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
} as const

/** Bundles modules, and writes the licences of the bundled packages. @param bundle Its name in the licence file. */
export async function bundleWithLicences(licenceFile: string, bundle: string, options: BuildOptions): Promise<void> {
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    bundle: true,
    legalComments: 'none', // one file has all licences
    format: 'esm',
    metafile: true,
    logLevel: 'warning',
  })
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  await writeFile(licenceFile, await getLicences(files, bundle))
}

/** @param readme The path of the README. */
export async function writeCommonFiles(out: string, manifest: object, readme: string): Promise<void> {
  await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await cp(readme, join(out, 'README.md'))
  for (const file of ['LICENSE', 'generated/openapi.yaml']) await cp(join(root, file), join(out, file))
}

/** Writes a package with a command, which runs start.js in a folder. */
export async function writeCommand(
  out: string,
  folder: string,
  manifest: { name: string; description: string; exports?: object; engines?: object },
  readme: string,
): Promise<void> {
  const command = `${folder}/command.js`
  await cp(stackFile('package/command.js'), join(out, command))
  const { version, license, engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const commonFields = { version, license, engines, type: 'module', bin: { [manifest.name]: command } }
  await writeCommonFiles(out, { ...commonFields, ...manifest }, readme)
}

/** Licences that allow redistribution in a bundle with the text of the licence. */
const allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense']

/** Returns the licence texts of the packages in a bundle. @throws {Error} If a licence is not allowed. */
async function getLicences(files: string[], bundle: string): Promise<string> {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  const texts = await Promise.all([...folders].map((folder) => getLicence(join(root, folder))))
  const title = `${bundle} contains these packages, each under its own licence.`
  return [title, ...new Set(texts.toSorted())].join(`\n\n${'-'.repeat(80)}\n\n`)
}

async function getLicence(folder: string): Promise<string> {
  const { name, version, license, licenses } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const id: string = license?.type ?? license ?? licenses?.[0]?.type ?? 'none'
  if (!allowed.includes(id))
    throw new Error(
      `${name} has the licence ${id}, which is not in the list of allowed licences in stack/package/package-folder.ts.`,
    )
  const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file)).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return [`${name} ${version} (${id})`, ...texts.map((text) => text.trim())].join('\n\n')
}

/** Resolves URLs against source files, which read files beside them. The folder of the bundle must be next to `stack`. */
export const keepFileUrls: Plugin = {
  name: 'keep-file-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:generated|server|stack|tools)\/.*\.ts$/ }, async ({ path }) => {
      const file = JSON.stringify(`../${relative(root, path)}`)
      const text = await readFile(path, 'utf8')
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', `new URL(${file}, import.meta.url)`) }
    })
  },
}
