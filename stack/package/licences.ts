// Collects the licence texts of the packages in a bundle. Each of these licences requires that its text is passed
// on with the code.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Licences that allow redistribution in a bundle, together with their text. */
const allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense']

/** @param bundle The name of the bundle. @throws {Error} If a package has no licence, or one that is not in the list. */
export async function getLicences(root: string, files: string[], bundle: string): Promise<string> {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  const texts = await Promise.all([...folders].map((folder) => licence(join(root, folder))))
  const title = `${bundle} contains these packages, each under its own licence.`
  return [title, ...new Set(texts.toSorted())].join(`\n\n${'-'.repeat(80)}\n\n`)
}

async function licence(folder: string): Promise<string> {
  const { name, version, license, licenses } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const id: string = license?.type ?? license ?? licenses?.[0]?.type ?? 'none'
  if (!allowed.includes(id))
    throw new Error(
      `${name} has the licence ${id}, which is not in the list of allowed licences in stack/package/licences.ts.`,
    )
  const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file)).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return [`${name} ${version} (${id})`, ...texts.map((text) => text.trim())].join('\n\n')
}
