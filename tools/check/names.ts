// Checks the names in TypeScript files: names in comments must exist, and a type name of the stack must have one meaning.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
const files = tracked.filter(
  (file) => !/lock\.json$|\.(png|svg|ico|md)$/.test(file) && !file.startsWith('docs/released/'),
)
const sources = files.filter((file) => /\.tsx?$/.test(file)).map(parse)
const comments = new Map(sources.map((source) => [source.fileName, { source, texts: commentsIn(source) }] as const))
const [labFiles = [], productFiles = []] = [true, false].map((isLab) =>
  files.filter((file) => file.startsWith('lab/') === isLab),
)
const productWords = toWords(productFiles)
const allWords = productWords.union(toWords(labFiles))
/** Folders of the programs of the stack. Each has its own types. The first prefix of a path wins. */
const programs = ['stack/tester/', 'stack/client/', 'stack/']

const errors = [...[...comments.values()].flatMap(commentErrors), ...sources.flatMap(parameterErrors), ...typeErrors()]
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1

function parse(file: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind)
}

/** Returns the comments of a file, by position. It reads tokens, because a string can contain `//`. */
function commentsIn(source: ts.SourceFile): Map<number, string> {
  const comments = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    if (node.getChildCount() === 0 && node.kind !== ts.SyntaxKind.JsxText) {
      const leading = ts.getLeadingCommentRanges(source.text, node.pos) ?? []
      const trailing = ts.getTrailingCommentRanges(source.text, node.end) ?? []
      for (const { pos, end } of [...leading, ...trailing]) comments.set(pos, source.text.slice(pos, end))
    }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return comments
}

function toWords(files: string[]): Set<string> {
  return new Set(files.flatMap((file) => withoutComments(file).match(/[A-Za-z_$][\w$]*/g) ?? []))
}

function withoutComments(file: string): string {
  const parsed = comments.get(file)
  if (parsed === undefined) return readFileSync(file, 'utf8')
  return [...parsed.texts.values()].reduce((text, comment) => text.replace(comment, ''), parsed.source.text)
}

/** Returns an error for each name in backticks, and for each file name, that does not exist. */
function commentErrors({ source, texts }: { source: ts.SourceFile; texts: Map<number, string> }): string[] {
  return [...texts].flatMap(([position, comment]) => {
    const { line } = source.getLineAndCharacterOfPosition(position)
    const names = Array.from(comment.matchAll(/`([A-Za-z_$][\w$]*)(?:\(\))?`/g), ([, name = '']) => name)
    const paths = comment.match(/(?<![\w/.*-])[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|ya?ml|hbs|css)\b/g) ?? []
    const unknown = [
      ...names.filter((name) => !(source.fileName.startsWith('lab/') ? allWords : productWords).has(name)),
      ...paths.filter((path) => !tracked.some((file) => `/${file}`.endsWith(`/${path}`))),
    ]
    return unknown.map((name) => `${source.fileName}:${line + 1} ${name} does not exist: correct the comment.`)
  })
}

/** Returns an error for each `@param` tag without a parameter. A destructured parameter may have any name. */
function parameterErrors(source: ts.SourceFile): string[] {
  const errors: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.parameters.every(({ name }) => ts.isIdentifier(name))) {
      const names = node.parameters.map(({ name }) => name.getText(source))
      const documented = ts.getAllJSDocTags(node, ts.isJSDocParameterTag).map(({ name }) => name.getText(source))
      const unknown = documented.filter((name) => !names.includes(name))
      errors.push(...unknown.map((name) => `${source.fileName} @param ${name} does not exist: correct the comment.`))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return errors
}

/** Returns an error for each type name that two files of a program declare. */
function typeErrors(): string[] {
  const declarations = sources.flatMap(({ fileName, statements }) => {
    const program = fileName.startsWith('stack/test/')
      ? undefined
      : programs.find((folder) => fileName.startsWith(folder))
    const types = program === undefined ? [] : statements.filter(isTypeDeclaration)
    return types.map((type) => ({ file: fileName, name: type.name?.text ?? '', key: `${program} ${type.name?.text}` }))
  })
  const repeated = [...Map.groupBy(declarations, ({ key }) => key).values()].filter(({ length }) => length > 1)
  return repeated.map((all) => `${all[0]?.name} has several meanings: ${all.map(({ file }) => file).join(', ')}`)
}

function isTypeDeclaration(statement: ts.Statement) {
  return (
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement)
  )
}
