import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * `startThread` of `#server/thread.ts` from the build; replaces it if the test run has built the product
 * (vite.config.ts).
 */
export const startThread = (name: `${string}-worker`, options: WorkerOptions): Worker =>
  new Worker(join(process.cwd(), 'dist', 'server', `${name.slice(name.lastIndexOf('/') + 1)}.js`), options)
