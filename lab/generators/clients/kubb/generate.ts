// Runs kubb without its command-line program, which sends telemetry and looks for updates unless told not to.
import { build } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

const { error } = await build({
  config: {
    root: '.',
    input: { path: '../../../generated/openapi.yaml' },
    output: { path: 'generated', clean: true, barrelType: 'named', extension: { '.ts': '.ts' } },
    plugins: [
      pluginOas({ generators: [] }),
      pluginTs({ output: { path: 'models.ts' } }),
      pluginClient({
        output: { path: 'operations.ts' },
        // The client on fetch has no Content-Type, and returns errors with the type of a success.
        client: 'axios',
        bundle: true,
        dataReturnType: 'full',
        paramsType: 'object',
        pathParamsType: 'object',
      }),
    ],
  },
})
if (error) throw error
