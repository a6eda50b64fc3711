// Which part may import what: `make check` runs dependency-cruiser with these rules.

/** The phases from a hand-written contract to the one that the generators read. */
const phases =
  'stack/contract/finding.ts stack/contract/model stack/contract/read stack/contract/complete stack/contract/check ' +
  'stack/contract/load-contract.ts'

/**
 * What each part may import besides itself and, in the stack, the types of a contract's data: folders, files, packages;
 * `node:` for all modules of Node but node:sqlite. A rule for a folder does not hold for a part inside it, as importer or
 * as imported.
 */
const parts = {
  // The core runs on any runtime: no module of Node, no Express, no SQL.
  'stack/core/index.ts': 'stack/core/principal.ts stack/core/contract stack/core/handlers stack/core/problem.ts',
  'stack/core/problem.ts': '',
  'stack/core/principal.ts': '',
  'stack/core/date-time.ts': '',
  'stack/core/contract/operation.ts': '',
  'stack/core/contract/collection.ts': 'stack/core/contract/operation.ts',
  'stack/core/contract/contract.ts': 'stack/core/contract/collection.ts stack/core/contract/operation.ts',
  'stack/core/contract': 'stack/core/problem.ts',
  // It writes what the pipeline reads: the client, the docs page and the samples share it.
  'stack/core/pipeline/write-styles.ts': '',
  'stack/core/pipeline':
    'stack/core/principal.ts stack/core/contract stack/core/date-time.ts stack/core/pipeline/write-styles.ts ' +
    'stack/core/problem.ts jsonc-parser negotiator whatwg-mimetype',
  'stack/core/items':
    'stack/core/principal.ts stack/core/contract stack/core/date-time.ts stack/core/handlers ' +
    'stack/core/pipeline stack/core/pipeline/write-styles.ts stack/core/problem.ts stack/core/stores',
  'stack/core/handlers':
    'stack/core/principal.ts stack/core/contract stack/core/items stack/core/pipeline stack/core/problem.ts ' +
    'stack/core/stores',
  'stack/core/stores':
    'stack/core/contract stack/core/handlers stack/core/items stack/core/pipeline stack/core/problem.ts',
  'stack/core/respond.ts':
    'stack/core/principal.ts stack/core/contract stack/core/handlers stack/core/items stack/core/pipeline ' +
    'stack/core/problem.ts stack/core/stores',
  'stack/mock/core':
    'stack/core/principal.ts stack/core/contract stack/core/examples stack/core/handlers stack/core/items ' +
    'stack/core/pipeline stack/core/respond.ts stack/core/stores',
  'stack/core/examples': 'stack/core/contract stack/core/items stack/core/pipeline stack/core/problem.ts',

  'stack/server/api.ts': 'stack/core/contract stack/core/handlers stack/core/pipeline stack/core/stores node:',
  'stack/server/loopback.ts': '',
  'stack/server/throttle.ts': '',
  'stack/server/configuration': 'stack/core/contract stack/environment.ts stack/server/loopback.ts node:',
  'stack/server/auth':
    'stack/server/api.ts stack/server/configuration stack/core/principal.ts stack/core/contract stack/core/pipeline ' +
    'stack/server/loopback.ts stack/server/throttle.ts jose lru-cache node:',
  'stack/server/store':
    'stack/core/contract stack/server/configuration stack/core/items stack/core/stores lru-cache pg node: node:sqlite',
  'stack/server/monitoring': 'stack/core/contract stack/server/throttle.ts express pino prom-client node:',
  'stack/server/http':
    'stack/server/configuration stack/core/contract stack/core/pipeline stack/core/problem.ts ' +
    'stack/server/loopback.ts stack/server/monitoring express lru-cache node:',
  'stack/server/sockets':
    'stack/server/configuration stack/core/contract stack/core/pipeline stack/core/problem.ts stack/server/http ' +
    'stack/server/monitoring express node:',
  'stack/server/operations':
    'stack/server/api.ts stack/core/contract stack/server/configuration stack/core/stores stack/server/http ' +
    'stack/server/store pg node:',
  // They put the parts together.
  'stack/server':
    'stack/server/api.ts stack/server/auth stack/server/configuration stack/server/http stack/server/loopback.ts ' +
    'stack/server/monitoring stack/server/throttle.ts stack/server/operations stack/server/sockets stack/server/store ' +
    'stack/core/principal.ts stack/core/contract stack/core/handlers stack/core/items stack/core/pipeline ' +
    'stack/core/respond.ts stack/core/stores stack/environment.ts uuid node:',

  'stack/mock/index.ts': 'stack/mock/core stack/mock/server',
  'stack/mock/server':
    'stack/server/api.ts stack/server/configuration stack/server/http stack/server/loopback.ts stack/server/shutdown.ts stack/server/sockets ' +
    'stack/core/contract stack/core/examples stack/mock/core stack/core/pipeline ' +
    // The one reader of CSV files.
    'stack/csv @stoplight/prism-core @stoplight/prism-http express express-openapi-validator lru-cache node:',

  // The client imports nothing else of the service. It gets the contract as an argument.
  'stack/client': 'stack/core/pipeline/write-styles.ts openapi-fetch',
  'stack/query': 'stack/client stack/core/pipeline/write-styles.ts @tanstack/query-core',
  'stack/react': 'stack/client stack/query @tanstack/react-query react',
  'stack/vue': 'stack/query/observer.ts vue',
  'stack/svelte': 'stack/query/observer.ts svelte',
  'stack/solid': 'stack/query/observer.ts solid-js',
  'stack/csv': 'stack/client csv-parse node:',
  'stack/mock/msw':
    'stack/client stack/core/contract stack/core/examples stack/core/handlers stack/core/items stack/mock/core ' +
    'stack/core/pipeline @noble/hashes msw',

  'stack/environment.ts': '',
  'stack/install': 'node:',
  'stack/adopt': `${phases} stack/environment.ts stack/generate stack/install node:`,
  'stack/product-service.ts': 'stack/core/handlers stack/environment.ts stack/tester node:',
  'stack/command.ts':
    'stack/product-service.ts stack/adopt stack/compat stack/environment.ts stack/generate stack/package stack/redocly stack/tester node:',
  // The phases of a contract: each imports only those before it.
  'stack/contract/finding.ts': '',
  'stack/contract/model':
    'stack/contract/finding.ts stack/core/pipeline/write-styles.ts stack/core/contract/credentials.ts ' +
    'stack/core/contract/formats.ts stack/core/contract/json-pointer.ts stack/core/contract/media-types.ts ' +
    'stack/core/contract/segments.ts ajv fast-check node:',
  'stack/contract/read':
    'stack/contract/finding.ts stack/contract/model stack/core/contract/media-types.ts stack/redocly/run.ts ' +
    '@scalar/openapi-upgrader ajv express-openapi-validator yaml node:',
  'stack/contract/complete':
    'stack/contract/model stack/contract/read stack/core/contract/credentials.ts stack/core/contract/json-pointer.ts ' +
    'stack/core/contract/media-types.ts stack/core/problem.ts yaml node:',
  'stack/contract/check':
    'stack/contract/finding.ts stack/contract/model stack/contract/read stack/contract/complete ' +
    'stack/core/contract/media-types.ts stack/core/contract/segments.ts stack/redocly/run.ts recheck node:',
  'stack/contract/load-contract.ts': 'stack/contract/complete stack/contract/model stack/contract/read',
  'stack/generate':
    `${phases} stack/core/pipeline/write-styles.ts stack/core/contract/credentials.ts ` +
    'stack/core/contract/media-types.ts stack/core/problem.ts stack/environment.ts stack/docs stack/mock/server ' +
    'stack/package.json stack/redocly/run.ts ajv esbuild express-openapi-validator openapi-typescript typescript yaml node:',
  'stack/redocly/run.ts': 'node:',
  'stack/redocly': `${phases} stack/generate stack/redocly/run.ts stack/compat stack/environment.ts yaml node:`,
  'stack/compat': `${phases} stack/redocly/run.ts stack/redocly stack/environment.ts yaml node:`,
  'stack/docs':
    'stack/client/contract.ts stack/client/credentials.ts stack/client/request-body.ts ' +
    'stack/core/contract/media-types.ts stack/core/pipeline/write-styles.ts minisearch',
  'stack/package': 'stack/mock/server esbuild typescript node:',
  // A package. Lists have the same times everywhere; a test has its expected items written out.
  'stack/tester':
    'stack/core/contract/json-pointer.ts stack/core/date-time.ts stack/core/problem.ts ' +
    'stack/environment.ts @hyperjump/json-schema fast-check yaml node:',

  // The contract as a value.
  generated: 'contract-stack',

  // The product: what is special about it, and what composes it with the contract and the stack.
  server: 'contract-stack node:',
  client: 'contract-stack @tanstack/query-core react node:',
  'client/msw': 'contract-stack server/handlers.ts',
  // The app uses what the package exports, but not the handlers for tests.
  'client/app':
    'client contract-stack @tanstack/react-query oidc-client-ts react react-dom virtua ' +
    'node_modules/vite/client.d.ts',
  'client/app/vite.config.ts': '@vitejs/plugin-react vite node:',

  tools: 'contract-stack stack/environment.ts stack/contract/read stack/generate esbuild typescript vite yaml node:',
  'tools/example': 'contract-stack server/mock-config.ts vite node:',
  'lab/baselines': '',
}

/** They import generated/, as the tests do. */
const withContract = ['client', 'client/msw', 'server', 'tools']

/** The files of a part, a folder, a file or a package. */
function matchFiles(name) {
  const folder = name.endsWith('/*') ? name.slice(0, -1) : `${name}/`
  const inside = Object.keys(parts).filter((part) => part !== name && part.startsWith(folder))
  const path = /^(?:stack|server|client|generated|tools|lab|node_modules)(?:\/|$)/.test(name)
    ? `^${name.replace('*', '[^/]+')}(?:/|$)`
    : `^node_modules/(?:@types/)?${name}/`
  return { path, ...(inside.length > 0 && { pathNot: inside.map((part) => `^${part}(?:/|$)`) }) }
}

function matchImports(name) {
  if (name === 'node:sqlite') return { path: '^node:sqlite$' }
  return name === 'node:' ? { dependencyTypes: ['core'], pathNot: '^node:sqlite$' } : matchFiles(name)
}

const allowed = Object.entries(parts).flatMap(([part, names]) => {
  const generated = withContract.includes(part) ? 'generated' : ''
  const data = part.startsWith('stack/') ? 'stack/core/contract/contract.ts' : ''
  return `${part} ${generated} ${data} ${names}`
    .match(/\S+/g)
    .map((name) => ({ from: matchFiles(part), to: matchImports(name) }))
})

export default {
  allowed: [
    ...allowed,
    // The other stacks import nothing of the service. Their packages are installed by `make bench` only.
    { from: { path: '^lab/baselines/' }, to: { pathNot: '^(stack|server|client|test|tools)/|^lab/(?!baselines/)' } },
    { from: { path: '^(?:test|lab/(?!baselines/))' }, to: { pathNot: '^server/main\\.ts$' } },
    { from: { path: '^stack/test/' }, to: { pathNot: '^(?:client|generated|lab|server|test|tools)/' } },
  ],
  allowedSeverity: 'error',
  forbidden: [
    {
      name: 'no-circle',
      comment: 'A reader can start at a file that imports nothing of its folder.',
      severity: 'error',
      from: { path: '^(?:stack|server|client|tools|lab)/' },
      to: { circular: true },
    },
    {
      name: 'production-needs-dependencies',
      comment: 'Production installs no development dependencies.',
      severity: 'error',
      from: { path: '^(?:server/(?:first-start|handlers|main)\\.ts|stack/(?:core|server)/)' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'unknown'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    preserveSymlinks: true,
    doNotFollow: { path: 'node_modules' },
    // They import packages or files that only exist later.
    exclude: {
      path: '^lab/baselines/node_modules|^tools/install/chromium|^stack/package/command\\.js|^stack/test/product',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
