// Compiles TypeScript to JavaScript and declarations, file by file. There is no bundle, so an application loads only the
// parts it imports, and a stack trace names the original files. build-client.ts has the exceptions.
import { cpSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './package-folder.ts'

/**
 * Compiles the entry files and everything they import, with the options of tsconfig.json, to the same folders in `out`. The
 * sources are in `src/`, for the maps: beside a declaration, the compiler of an application would prefer its source.
 * @param isBundled Whether a file, by its path in `out`, is left out.
 * @throws {Error} With the messages of the compiler, if there are any.
 */
export function compile(entries: string[], out: string, isBundled: (path: string) => boolean): void {
  const program = ts.createProgram(
    entries.map((entry) => join(root, entry)),
    {
      ...tsconfig(),
      target: ts.ScriptTarget.ES2022,
      // The client must compile without the types of Node, because browsers do not have Node's API.
      types: [],
      noEmit: false,
      declaration: true,
      declarationMap: true,
      sourceMap: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: out,
    },
  )
  const { diagnostics } = program.emit(undefined, (path, text, _, __, sources = []) => {
    if (isBundled(relative(out, path).replace(/\.map$/, ''))) return
    for (const { fileName } of sources) cpSync(fileName, join(out, 'src', relative(root, fileName)))
    if (path.endsWith('.map')) ts.sys.writeFile(path, withSources(text, dirname(path), out))
    else ts.sys.writeFile(path, path.endsWith('.d.ts') ? withJsExtensions(text) : text)
  })
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors, ts.createCompilerHost({})))

  // The compiler does not emit declarations that exist already (generated/). The bundles contain their JavaScript.
  for (const { fileName, isDeclarationFile } of program.getSourceFiles()) {
    if (!isDeclarationFile || fileName.includes('/node_modules/') || isBundled(relative(root, fileName))) continue
    cpSync(fileName, join(out, relative(root, fileName)))
  }
}

function tsconfig(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options
}

// The compiler rewrites extensions only in JavaScript: https://github.com/microsoft/TypeScript/issues/61037
function withJsExtensions(declarations: string): string {
  return declarations.replaceAll(/((?:from |import\()['"]\.{1,2}\/[^'"]*)(?<!\.d)\.ts(?=['"])/g, '$1.js')
}

/** @param folder The folder of the map, to which its paths are relative. */
function withSources(map: string, folder: string, out: string): string {
  const { sources, ...rest }: { sources: string[] } = JSON.parse(map)
  const moved = sources.map((source) => join(out, 'src', relative(root, join(folder, source))))
  return JSON.stringify({ ...rest, sources: moved.map((source) => relative(folder, source)) })
}
