/// <reference types="vitest/config" />
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkPlan } from './scripts/build/chunks.ts'
import { directImports } from './scripts/build/direct-imports.ts'
import { bundleEarly } from './scripts/build/early.ts'
import { lateScript } from './scripts/build/late-script.ts'
import { isNeeded, leftOut } from './scripts/build/left-out.ts'
import { oneLanguage } from './scripts/build/one-language.ts'
import { screenFiles } from './scripts/build/screen-files.ts'

const client = join(import.meta.dirname, 'src', 'client')

/** In development the script of the documentation page and the one before the first paint come from their sources; `scripts/build.ts` bundles them. */
const ownScripts: Plugin = {
  name: 'own-scripts',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (request.url === '/docs.js') request.url = '/docs/try-calls.ts'
      if (request.url !== '/early.js') return next()
      bundleEarly({ write: false }).then(
        ({ outputFiles }) => response.setHeader('Content-Type', 'text/javascript').end(outputFiles?.[0]?.contents),
        (error: unknown) => next(error),
      )
    })
  },
}

/** Threads of the build start in half the time of those from source, and hundreds of tests start one. */
const builtThreads = {
  find: '#server/thread.ts',
  replacement: join(import.meta.dirname, 'tests/support/built-thread.ts'),
}

/** The browser's half. The "#…" imports need nothing here: Vite reads them from package.json. */
export default defineConfig({
  root: 'src/client',
  plugins: [
    react(),
    tailwindcss(),
    leftOut,
    directImports(import.meta.dirname),
    oneLanguage(client),
    ownScripts,
    screenFiles(client),
    lateScript,
  ],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // Every current browser preloads modules; an older one loads them when they are imported.
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    chunkSizeWarningLimit: 1_000,
    rollupOptions: {
      treeshake: { moduleSideEffects: isNeeded },
      output: { manualChunks: chunkPlan(client), onlyExplicitManualChunks: true },
    },
  },
  // One process and one database a worker for all its files: what a test leaves behind is its own fault.
  test: {
    root: import.meta.dirname,
    alias: process.env.TEST_BUILT === '1' ? [builtThreads] : [],
    include: ['{src,migrations,scripts,tests}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/global-setup.ts',
    // The parts of a whole run load the same modules one after the other.
    experimental: { fsModuleCache: true },
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
