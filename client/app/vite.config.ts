// Builds the example app into dist/example/, which the service serves. In development, Vite serves the app with hot reload.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const later = /oidc-client-ts|jwt-decode|csv|identity-provider|import-|dialog|\/shortcuts|not-signed-in|sign-out/

/** Writes the service worker, with the names of the files that it caches. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  generateBundle(_, bundle) {
    const files = ['favicon.ico', ...Object.keys(bundle).filter((file) => file.startsWith('assets/'))]
    const text = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
    const source = `const files = ${JSON.stringify(files)}\n${text}`
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
  },
}

export default defineConfig(({ command, mode }) => {
  // Vite would prefer a NODE_ENV of the shell: with another value, it builds development code, which is larger.
  process.env.NODE_ENV = mode
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    // Relative, because the service may have a path prefix.
    base: './',
    plugins: [react(), mode === 'production' && serviceWorker],
    // Preact runs the same components, and is 60 kB smaller. Hot reload needs React.
    resolve: { alias: command === 'build' ? { react: 'preact/compat', 'react-dom': 'preact/compat' } : {} },
    build: {
      outDir: fileURLToPath(new URL('../../dist/example', import.meta.url)),
      emptyOutDir: true,
      target: 'es2023',
      // The Content-Security-Policy of the page forbids data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One file for the first view compresses best. Only what is loaded later is in other files.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', test: (id) => !later.test(id) }] } } },
    },
  }
})
