// TypeScript to JavaScript and declarations, file by file. No bundle: who imports a part gets that part, and what is in
// a stack trace is what was written, without its types.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/**
 * Compiles the entries and all they import, with the rules of tsconfig.json, into the same folders below `out`.
 * @throws With what the compiler says, if it says anything.
 */
export function compile(root: string, entries: string[], out: string): void {
  const program = ts.createProgram(
    entries.map((entry) => join(root, entry)),
    {
      ...rules(root),
      target: ts.ScriptTarget.ES2022,
      // A client that only compiles with the types of Node is none for browsers.
      types: [],
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      outDir: out,
    },
  )
  const { diagnostics } = program.emit(undefined, (path, text) => {
    ts.sys.writeFile(path, path.endsWith('.d.ts') ? withJsExtensions(text) : text)
  })
  const complaints = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (complaints.length > 0) throw new Error(ts.formatDiagnostics(complaints, host(root)))

  // The compiler reads declarations that are there already, and leaves them there with the code they are of.
  for (const { fileName, isDeclarationFile } of program.getSourceFiles()) {
    if (!isDeclarationFile || fileName.includes('/node_modules/')) continue
    for (const file of [fileName, fileName.replace(/\.d\.ts$/, '.js')]) {
      if (existsSync(file)) copy(file, join(out, relative(root, file)))
    }
  }
}

function rules(root: string): ts.CompilerOptions {
  const { config, error } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  if (error !== undefined) throw new Error(ts.formatDiagnostics([error], host(root)))
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options
}

// https://github.com/microsoft/TypeScript/issues/61037: the compiler rewrites extensions in JavaScript only.
function withJsExtensions(declarations: string): string {
  return declarations.replaceAll(/((?:from |import\()['"]\.{1,2}\/[^'"]*)(?<!\.d)\.ts(?=['"])/g, '$1.js')
}

function host(root: string): ts.FormatDiagnosticsHost {
  return { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}
