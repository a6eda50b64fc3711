// Which part may import what: `make check` runs dependency-cruiser with these rules.

/**
 * What each part may import besides itself, and most parts generated/ and the types of its data: folders, files, packages; `node:` for all
 * modules of Node but node:sqlite. A rule for a folder does not hold for a part inside it, as importer or as imported.
 */
const parts = {
  // The core runs on any runtime: no module of Node, no Express, no SQL.
  'server/core/problem.ts': '',
  'server/core/caller.ts': '',
  'server/core/contract/contract-data.ts': '',
  'server/core/contract': 'server/core/problem.ts',
  'server/core/pipeline':
    'server/core/caller.ts server/core/conditions/http-date.ts server/core/contract server/core/problem.ts ' +
    'jsonc-parser negotiator whatwg-mimetype',
  'server/core/conditions/http-date.ts': '',
  'server/core/conditions': 'server/core/conditions/http-date.ts server/core/problem.ts',
  'server/core/resources':
    'server/core/caller.ts server/core/conditions server/core/contract server/core/pipeline server/core/problem.ts',
  'server/core/mock':
    'server/core/caller.ts server/core/conditions server/core/contract server/core/examples server/core/pipeline ' +
    'server/core/resources',
  'server/core/examples': 'server/core/contract server/core/pipeline server/core/problem.ts server/core/resources',

  'server/loopback.ts': '',
  'server/configuration': 'server/core/contract server/loopback.ts node:',
  'server/auth':
    'server/api.ts server/configuration server/core/caller.ts server/core/contract server/core/pipeline ' +
    'server/loopback.ts server/once-per-minute.ts jose lru-cache node:',
  'server/store': 'server/core/contract server/configuration server/core/resources pg node: node:sqlite',
  'server/monitoring': 'server/core/contract server/once-per-minute.ts express pino prom-client node:',
  'server/http':
    'server/configuration server/core/contract server/core/pipeline server/core/problem.ts server/loopback.ts ' +
    'server/monitoring cors express express-openapi-validator express-rate-limit helmet lru-cache node:',
  'server/once-per-minute.ts': '',
  'server/shutdown.ts': 'server/http node:',
  'server/api.ts': 'server/core/contract server/core/resources node:',
  // They compose the contract with what is special about it.
  'server/handlers.ts': 'server/core/resources',
  'server/first-start.ts': 'server/core/resources csv-parse uuid node:',
  'server/main.ts': 'server/first-start.ts server/handlers.ts server/run.ts',
  'server/mock-seed.ts': 'server/core/mock',
  'server/mocked.ts': 'server/handlers.ts server/mock-seed.ts server/mock',
  'server/mock.ts': 'server/mocked.ts server/mock node:',
  'server/start-mock.ts': 'server/core/mock server/mocked.ts server/mock',
  'server/service.ts':
    'server/api.ts server/auth server/configuration server/core/contract server/core/resources server/http server/loopback.ts ' +
    'server/monitoring server/once-per-minute.ts server/store uuid node:',
  'server/operations':
    'server/api.ts server/core/contract server/configuration server/core/resources server/http server/store pg node:',
  'server/start-message.ts': 'server/core/contract server/configuration server/core/resources server/service.ts node:',
  'server/run.ts': 'server/api.ts server/auth server/configuration server/operations server/start.ts',
  'server/start.ts':
    'server/api.ts server/auth server/configuration server/core/contract server/core/resources server/service.ts ' +
    'server/shutdown.ts server/start-message.ts',
  'server/mock':
    'server/api.ts server/configuration server/core/contract server/core/examples server/core/mock server/core/pipeline ' +
    'server/http ' +
    // The one reader of CSV files.
    'client/csv server/loopback.ts server/shutdown.ts @stoplight/prism-core @stoplight/prism-http express ' +
    'express-openapi-validator lru-cache node:',

  // It works for any contract, which it gets as an argument, and imports nothing of the service.
  client: 'openapi-fetch',
  'client/react': 'client @tanstack/react-query react',
  'client/msw':
    'client server/core/contract server/core/examples server/core/mock server/core/pipeline server/core/conditions ' +
    'server/core/resources @noble/hashes msw',
  'client/csv': 'client csv-parse node:',
  // What is special about plants. The other parts of the client do not import it.
  'client/plants': 'client client/csv client/react @tanstack/react-query react node:',
  'client/plants/msw': 'client/msw server/core/mock server/handlers.ts',
  // The app uses what the package exports, but not the handlers for tests.
  'client/example': 'client/plants @tanstack/react-query oauth4webapi react react-dom virtua',
  'client/example/vite.config.ts': '@vitejs/plugin-react vite node:',

  generated: 'client server/core/contract server/core/problem.ts server/core/resources',
  tools:
    'server/core/contract/formats.ts tools/package ajv esbuild express-openapi-validator openapi-typescript typescript vite ' +
    'yaml node:',
  // Both pages sign in with the key of the same link.
  'tools/docs': 'client/example/development-session.ts',
  'tools/example': 'server/auth server/configuration server/loopback.ts server/mock server/mocked.ts vite node:',
  'tools/peers': '',
  'tools/package': 'server/mock esbuild typescript node:',
  // A package. Of the project it imports only the reader of settings and the names in generated/.
  'tools/contract-tester': 'tools/environment.ts @hyperjump/json-schema fast-check yaml node:',
}

/** They do not import generated/ either. */
const withoutContract = ['client', 'client/react', 'client/csv', 'client/example']

/** The files of a part, a folder, a file or a package. */
function matchFiles(name) {
  const folder = name.endsWith('/*') ? name.slice(0, -1) : `${name}/`
  const inside = Object.keys(parts).filter((part) => part !== name && part.startsWith(folder))
  const path = /^(?:server|client|generated|tools|node_modules)(?:\/|$)/.test(name)
    ? `^${name.replace('*', '[^/]+')}(?:/|$)`
    : `^node_modules/(?:@types/)?${name}/`
  return { path, ...(inside.length > 0 && { pathNot: inside.map((part) => `^${part}(?:/|$)`) }) }
}

function matchImports(name) {
  if (name === 'node:sqlite') return { path: '^node:sqlite$' }
  return name === 'node:' ? { dependencyTypes: ['core'], pathNot: '^node:sqlite$' } : matchFiles(name)
}

const allowed = Object.entries(parts).flatMap(([part, names]) => {
  const generated = withoutContract.includes(part) ? '' : 'generated server/core/contract/contract-data.ts'
  return `${part} ${generated} ${names}`
    .match(/\S+/g)
    .map((name) => ({ from: matchFiles(part), to: matchImports(name) }))
})

export default {
  allowed: [
    ...allowed,
    // A handler can be a file of its own.
    { from: { path: '^server/handlers\\.ts$' }, to: { path: '^server/[^/]+\\.ts$' } },
    { from: { path: '^server/[^/]+\\.ts$' }, to: { path: '^generated/' } },
    // The other stacks import nothing of the service. Their packages are installed by `make bench` only.
    { from: { path: '^tools/peers/' }, to: { pathNot: '^(server|client|test)/|^tools/(?!peers/)' } },
    { from: { path: '^test/' }, to: { pathNot: '^server/main\\.ts$' } },
  ],
  allowedSeverity: 'error',
  forbidden: [
    {
      name: 'production-needs-dependencies',
      comment: 'Production installs no development dependencies.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/mock/' },
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
      path: '^tools/peers/node_modules|^tools/install/chromium|^tools/package/command\\.js|^test/proof/generators',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
