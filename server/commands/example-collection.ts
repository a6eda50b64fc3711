// What a newcomer finds: real plants, added through the client when a data folder is used for the first time.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPlantClient } from '@plant-collection/client'
import type { DevelopmentIssuer } from '../auth/development-issuer.ts'
import { defaultSubject } from '../configuration/configuration.ts'
import { missingFrom } from './collection.ts'
import { readPlantRows } from './plant-rows.ts'

const file = fileURLToPath(new URL('../../data/plants.csv', import.meta.url))
const layout = { name: 'scientific_name', tag: 'family' }

/** Once for each data folder; a start that ended half-way is made good by the next. */
export async function addExampleCollection(
  baseUrl: string,
  { sign }: DevelopmentIssuer,
  dataFolder: string,
): Promise<void> {
  const done = join(dataFolder, 'example-collection-added')
  if (existsSync(done)) return
  const client = createPlantClient({
    baseUrl,
    token: await sign({ subject: defaultSubject, scope: 'plants:read plants:write' }),
    // The service is this very process; if it fails, the next start goes on.
    retry: false,
  })
  const missing = await missingFrom(client, (await readPlantRows(file, layout)).plants)
  console.log(`Adding ${missing.length} example plants, this once …`)
  for (const { plant: body } of missing) {
    const result = await client.createPlant({ body })
    if (!result.ok) throw new Error(`${body.name} was not added: ${JSON.stringify(result.problem ?? result.status)}`)
  }
  await writeFile(done, '')
}
