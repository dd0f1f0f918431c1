/// <reference types="vitest/config" />
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The browser's half. The "#…" imports need nothing here: Vite reads them from package.json. */
export default defineConfig({
  root: 'src/client',
  plugins: [react(), tailwindcss()],
  build: { outDir: '../../dist/client', emptyOutDir: true, target: 'es2022', reportCompressedSize: true, chunkSizeWarningLimit: 1_000 },
  // One process and one database a worker for all its files: what a test leaves behind is its own fault.
  test: {
    root: import.meta.dirname,
    include: ['{src,migrations,scripts,tests}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/global-setup.ts',
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
