// The faces as they run: the service and the mock as processes of their own, on free ports of loopback.
import { developmentIssuer } from '../../../server/auth/development-issuer.ts'
import { newFolder, usedFolder } from '../../support/folder.ts'
import { startProcess } from '../../support/service-process.ts'

/** Whoever starts them ends them with `cleanUp` of service-process.ts. */
export async function startFaces() {
  const folder = await usedFolder()
  const [service, mock, foreign] = await Promise.all([
    startProcess({ DATA: folder, RATE_LIMIT_PER_MINUTE: '0' }),
    startProcess({}, { script: 'server/mock/main.ts' }),
    newFolder('foreign-').then(developmentIssuer),
  ])
  return { urls: { service: service.url, mock: mock.url }, folder, foreign }
}
