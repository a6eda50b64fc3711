// Finds the same errors as tsc, but can repeat the check quickly, as tsc --watch does: it checks only the files that a change
// affects. The caller may stop after any file, so errors show early, and an outdated check ends.
import { relative, sep } from 'node:path'
import ts from 'typescript'

/** Yields the errors of one file after another, affected files first, as `file:line message`. Most files have none. */
export type TypeCheck = () => Generator<string[], void>

/** @param root The folder of tsconfig.json, as an absolute path. */
export function typeCheckOf(root: string): TypeCheck {
  const files = new Map<string, ts.SourceFile>()
  let program: ts.SemanticDiagnosticsBuilderProgram | undefined

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
    program = ts.createSemanticDiagnosticsBuilderProgram(fileNames, options, host, program)
    yield [...errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()].map(formatError)
    const current = program
    const errorsIn = (file: ts.SourceFile, semanticErrors: readonly ts.Diagnostic[]) => {
      const syntaxErrors = current.getSyntacticDiagnostics(file)
      return (syntaxErrors.length > 0 ? syntaxErrors : semanticErrors).map(formatError)
    }
    const remaining = new Set(current.getSourceFiles().filter(({ fileName }) => !isPackage(fileName)))
    for (;;) {
      const checked = current.getSemanticDiagnosticsOfNextAffectedFile()
      if (checked === undefined) break
      const { affected, result } = checked
      if ('fileName' in affected && remaining.delete(affected)) yield errorsIn(affected, result)
    }
    for (const file of remaining) yield errorsIn(file, current.getSemanticDiagnostics(file))
  }
}

function readConfig(root: string): ts.ParsedCommandLine {
  const file = `${root}/tsconfig.json`
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root, undefined, file)
  return { ...parsed, errors: [...(error ? [error] : []), ...parsed.errors] }
}

function hostWith(options: ts.CompilerOptions, files: Map<string, ts.SourceFile>): ts.CompilerHost {
  const host = ts.createIncrementalCompilerHost(options)
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
