// The compiler in the process of a test. It parses the files of the stack and of packages once for all projects.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './folder.ts'

const parsed = new Map<string, ts.SourceFile | undefined>()

/**
 * @param include Files of the folder, which gets a tsconfig.json for them. Default: it has one.
 * @returns The errors in its files. The checks of this project find those in other files.
 */
export function findTypeErrors(folder: string, include?: string[]): string {
  // Declarations that are generated are under test, too.
  const compilerOptions = { skipLibCheck: false }
  const project = JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include })
  if (include) writeFileSync(join(folder, 'tsconfig.json'), project)
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail }
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, host)
  if (config === undefined) throw new Error(`There is no project in ${folder}.`)
  const isOwn = (path: string) => path.startsWith(folder)
  const compilerHost = ts.createCompilerHost(config.options)
  const parse = compilerHost.getSourceFile
  compilerHost.getSourceFile = (path, ...options) => {
    if (isOwn(path)) return parse(path, ...options)
    if (!parsed.has(path)) parsed.set(path, parse(path, ...options))
    return parsed.get(path)
  }
  const program = ts.createProgram(config.fileNames, config.options, compilerHost)
  const files = program.getSourceFiles().filter(({ fileName }) => isOwn(fileName))
  const errors = [
    ...[...config.errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()],
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ]
  return ts.formatDiagnostics(errors, { ...compilerHost, getCurrentDirectory: () => folder })
}

function fail({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
}
