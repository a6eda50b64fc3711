import { readFileSync } from 'node:fs'

interface Contract {
  components: { schemas: Record<string, { properties?: Record<string, { const?: unknown }> }> }
}

export const contract: Contract = JSON.parse(readFileSync('stack/test/product/generated/openapi.json', 'utf8'))
