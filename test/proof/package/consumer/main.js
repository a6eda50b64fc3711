// A JavaScript program: creates a plant, changes it, and prints the names of all plants.
import { createPlantClient } from '@plant-collection/client'

const plants = createPlantClient({ baseUrl: process.argv[2], token: () => process.argv[3] })
const created = await plants.createPlant({ body: { name: 'Monstera deliciosa' } })
const changed = await plants.updatePlant({ path: { id: created.body.id }, body: { name: 'Monstera adansonii' } })
if (!changed.ok) throw new Error(changed.problem?.detail)
for await (const { name } of plants.allPlants()) console.log(name)
