// Compiles TypeScript to JavaScript and declarations, file by file: an application loads only the parts it imports.
import { cpSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root, stackFile, stackManifest } from './package-folder.ts'

const { exports: stackExports } = stackManifest

interface Compilation {
  /** Folder to which the paths in `out` are relative. Default: the folder of the product. */
  folder?: string
  /** Whether to write source maps and their sources. Default: yes. */
  hasMaps?: boolean
  /** Whether to omit a file, by its path in `out`. Default: no. */
  isBundled?: (path: string) => boolean
  /** Default: none. The client must compile without the types of Node, because browsers do not have Node's API. */
  types?: string[]
}

/**
 * Compiles the entry files and everything they import to the same folders in `out`. For the maps, the sources are in
 * `src/`: beside a declaration, the compiler of an application would prefer its source.
 * @returns The packages that the files import. @throws {Error} With the messages of the compiler.
 */
export function compile(
  entries: string[],
  out: string,
  { folder = root, hasMaps = true, isBundled = () => false, types = [] }: Compilation = {},
): Set<string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const program = ts.createProgram(
    entries.map((entry) => join(folder, entry)),
    {
      ...ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options,
      target: ts.ScriptTarget.ES2022,
      types,
      noEmit: false,
      declaration: true,
      declarationMap: hasMaps,
      sourceMap: hasMaps,
      rewriteRelativeImportExtensions: true,
      // The compiler does not emit what it finds in node_modules.
      paths: Object.fromEntries(
        Object.entries(stackExports).map(([name, file]) => [`contract-stack/${name.slice(2)}`, [stackFile(file)]]),
      ),
      rootDir: folder,
      outDir: out,
    },
  )
  const packages = new Set<string>()
  const { diagnostics } = program.emit(undefined, (path, text, _, __, sources = []) => {
    if (isBundled(relative(out, path).replace(/\.map$/, ''))) return
    if (hasMaps) for (const { fileName } of sources) cpSync(fileName, join(out, 'src', relative(folder, fileName)))
    if (path.endsWith('.map')) return ts.sys.writeFile(path, withSources(text, dirname(path), out))
    const stackPath = relative(dirname(path), join(out, 'stack'))
    const compiled = path.endsWith('.d.ts') ? text.replaceAll(importOfTypeScript, '$1.js') : text
    const module = folder === root ? withStackPaths(compiled, stackPath) : compiled
    for (const [, name = ''] of module.matchAll(/ from ['"]((?:@[\w-]+\/)?[\w-]+)/g)) packages.add(name)
    ts.sys.writeFile(path, module)
  })
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, ts.createCompilerHost({})))

  // The compiler does not emit existing declarations (generated/). The bundles contain their JavaScript.
  for (const { fileName, isDeclarationFile } of program.getSourceFiles()) {
    if (!isDeclarationFile || fileName.includes('/node_modules/') || isBundled(relative(folder, fileName))) continue
    const path = join(out, relative(folder, fileName))
    ts.sys.writeFile(path, withStackPaths(readFileSync(fileName, 'utf8'), relative(dirname(path), join(out, 'stack'))))
  }
  return packages
}

/** The compiler rewrites extensions only in JavaScript: https://github.com/microsoft/TypeScript/issues/61037 */
const importOfTypeScript = /((?:from |import\()['"]\.{1,2}\/[^'"]*)(?<!\.d)\.ts(?=['"])/g

/** Replaces imports of the stack: the package contains the files of the stack that it imports. */
function withStackPaths(text: string, stackPath: string): string {
  return text.replaceAll(
    /((?:from |import\()['"])contract-stack\/([^'"]+)(?=['"])/g,
    (_, start: string, name: string) => {
      return `${start}${stackPath}/${stackExports[`./${name}`]?.replace(/^\.\/|ts$/g, '')}js`
    },
  )
}

/** @param sourcePath The folder of the map, to which its paths are relative. */
function withSources(map: string, sourcePath: string, out: string): string {
  const { sources, ...rest }: { sources: string[] } = JSON.parse(map)
  const moved = sources.map((source) => join(out, 'src', relative(root, join(sourcePath, source))))
  return JSON.stringify({ ...rest, sources: moved.map((source) => relative(sourcePath, source)) })
}
