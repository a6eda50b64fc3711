// contract-stack/package: builds the packages of a product.

export { buildClient } from './build-client.ts'
export { buildContractTester, buildMock } from './build-programs.ts'
export { buildService } from './build-service.ts'
export { buildStack } from './build-stack.ts'
export { root } from './package-folder.ts'
