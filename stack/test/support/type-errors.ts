// The TypeScript compiler in the process of a test. It parses files of the stack and of packages once for all projects.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { root } from './folder.ts'

const sourceFiles = new Map<string, ts.SourceFile | undefined>()

/**
 * @param include Files for a new tsconfig.json in the folder. Default: the folder has a tsconfig.json.
 * @returns The errors in the files of the folder. `make check` finds those in other files.
 */
export function findTypeErrors(folder: string, include?: string[]): string {
  // Generated declarations are under test, too.
  const compilerOptions = { skipLibCheck: false }
  const project = JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include })
  if (include) writeFileSync(join(folder, 'tsconfig.json'), project)
  const config = readProject(folder)
  const isOwn = (path: string) => path.startsWith(folder)
  const compilerHost = ts.createCompilerHost(config.options)
  const parse = compilerHost.getSourceFile
  compilerHost.getSourceFile = (path, ...options) => {
    if (isOwn(path)) return parse(path, ...options)
    if (!sourceFiles.has(path)) sourceFiles.set(path, parse(path, ...options))
    return sourceFiles.get(path)
  }
  const program = ts.createProgram(config.fileNames, config.options, compilerHost)
  const files = program.getSourceFiles().filter(({ fileName }) => isOwn(fileName))
  const errors = [
    ...[...config.errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()],
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ]
  return ts.formatDiagnostics(errors, { ...compilerHost, getCurrentDirectory: () => folder })
}

/** @returns The text that an editor shows when the mouse hovers over each position, on one line. */
export function getHovers(path: string, positions: number[]): string[] {
  const { options } = readProject(dirname(path))
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '',
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(ts.sys.readFile(name) ?? ''),
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  const parts = positions.map((position) => service.getQuickInfoAtPosition(path, position)?.displayParts)
  return parts.map((part) => ts.displayPartsToString(part).replaceAll(/\s+/g, ' '))
}

function readProject(folder: string): ts.ParsedCommandLine {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail }
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, host)
  if (config === undefined) throw new Error(`There is no project in ${folder}.`)
  return config
}

function fail({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
}
