// The contract itself, for people and for tools: beside the API, open to everybody.
import { fileURLToPath } from 'node:url'
import { Router } from 'express'

const files = {
  '/docs': '../generated/docs.html',
  '/openapi.json': '../generated/openapi.json',
  '/openapi.yaml': '../openapi.yaml',
}

export function docs(): Router {
  const router = Router({ strict: true, caseSensitive: true })
  for (const [path, file] of Object.entries(files)) {
    const absolute = fileURLToPath(new URL(file, import.meta.url))
    router.get(path, (_req, res) => res.sendFile(absolute))
  }
  return router
}
