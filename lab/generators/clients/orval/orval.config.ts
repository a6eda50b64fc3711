import { defineConfig } from 'orval'

export default defineConfig({
  plants: {
    input: '../../../generated/openapi.yaml',
    output: {
      client: 'fetch',
      target: 'generated/plants.ts',
      // `If-Match` and `Idempotency-Key` become typed arguments.
      headers: true,
      // The address of the service, the token, and other headers of every request.
      override: { mutator: { path: 'plant-fetch.ts', name: 'plantFetch' } },
    },
  },
})
