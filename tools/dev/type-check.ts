// Finds the same errors as tsc, but can repeat the check quickly: a file that did not change is not parsed again. The
// product comes before its tests, and the caller may stop after any file. So errors show early, and an outdated check ends.
import { relative, sep } from 'node:path'
import ts from 'typescript'

/** Yields the errors of one file after another, as `file:line message`. Most files have none. */
export type TypeCheck = () => Generator<string[], void>

/** @param root The folder of tsconfig.json, as an absolute path. */
export function typeCheckOf(root: string): TypeCheck {
  const files = new Map<string, ts.SourceFile>()
  let program: ts.Program | undefined

  function formatError(diagnostic: ts.Diagnostic): string {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')
    const { file, start = 0 } = diagnostic
    if (file === undefined) return message
    const { line } = file.getLineAndCharacterOfPosition(start)
    return `${pathOf(file)}:${line + 1} ${message}`
  }

  function pathOf(file: ts.SourceFile): string {
    return relative(root, file.fileName).replaceAll(sep, '/')
  }

  return function* check() {
    const { fileNames, options, errors } = readConfig(root)
    const host = hostWith(options, files)
    program = ts.createProgram(fileNames, options, host, program)
    yield [...errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()].map(formatError)
    const own = program.getSourceFiles().filter(({ fileName }) => !isPackage(fileName))
    const isTest = (file: ts.SourceFile) => /^(?:test|tools)\//.test(pathOf(file))
    for (const file of [...own.filter((one) => !isTest(one)), ...own.filter(isTest)]) {
      const syntaxErrors = program.getSyntacticDiagnostics(file)
      yield (syntaxErrors.length > 0 ? syntaxErrors : program.getSemanticDiagnostics(file)).map(formatError)
    }
  }
}

function readConfig(root: string): ts.ParsedCommandLine {
  const file = `${root}/tsconfig.json`
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root, undefined, file)
  return { ...parsed, errors: [...(error ? [error] : []), ...parsed.errors] }
}

function hostWith(options: ts.CompilerOptions, files: Map<string, ts.SourceFile>): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  return {
    ...host,
    getSourceFile(name, ...rest) {
      const known = files.get(name)
      // The compiler takes the same object as a file that did not change.
      if (known && (isPackage(name) || known.text === host.readFile(name))) return known
      const file = host.getSourceFile(name, ...rest)
      if (file) files.set(name, file)
      else files.delete(name)
      return file
    },
  }
}

function isPackage(path: string): boolean {
  return path.includes('/node_modules/')
}
