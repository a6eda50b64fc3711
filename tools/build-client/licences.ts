// What stands in the bundle of the mock belongs to others: each package with its licence, word for word, as all of these
// licences ask.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Licences that let anybody pass the code on in a bundle, given their text goes with it. */
const free = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense']

/** @throws If a package has no licence, or one that nobody has looked at. */
export async function licencesOf(root: string, files: string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  const texts = await Promise.all([...folders].map((folder) => licence(join(root, folder))))
  const head = 'mock.js contains these packages. Each comes with the licence of its authors.'
  return [head, ...new Set(texts.toSorted())].join(`\n\n${'-'.repeat(80)}\n\n`)
}

async function licence(folder: string): Promise<string> {
  const { name, version, license, licenses } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const id: string = license?.type ?? license ?? licenses?.[0]?.type ?? 'none'
  if (!free.includes(id))
    throw new Error(`${name} has the licence ${id}: may it be in the package? See ${import.meta.url}`)
  const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file)).toSorted()
  const texts = await Promise.all(
    files.filter((file) => existsSync(join(folder, file))).map((file) => readFile(join(folder, file), 'utf8')),
  )
  return [`${name} ${version} (${id})`, ...texts.map((text) => text.trim())].join('\n\n')
}
