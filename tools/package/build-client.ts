// Builds the client package in a folder. Everything in this folder is published.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleClient, isBundled } from './bundle-client.ts'
import { compile } from './compile.ts'
import { entriesOf, type Manifest, publishedManifest } from './manifest.ts'

/** @param out The folder. Its previous content is deleted. */
export async function buildClient(root: string, out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const manifest: Manifest = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8'))
  compile(root, entriesOf(manifest), out, isBundled)
  await bundleClient(root, out)
  await writeFile(join(out, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  await copyFile(join(root, 'client/README.md'), join(out, 'README.md'))
  for (const file of ['LICENSE', 'openapi.yaml']) await copyFile(join(root, file), join(out, file))
}
