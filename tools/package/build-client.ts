// Builds the client package in a folder.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleClient, isBundled } from './bundle-client.ts'
import { compile } from './compile.ts'
import { entriesOf, type Manifest, publishedManifest } from './manifest.ts'
import { writeCommonFiles } from './package-folder.ts'

/** @param out The folder. Its previous content is deleted. */
export async function buildClient(root: string, out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  const manifest: Manifest = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8'))
  compile(root, entriesOf(manifest), out, isBundled)
  await bundleClient(root, out)
  await writeCommonFiles(root, out, publishedManifest(manifest), 'client/README.md')
}
