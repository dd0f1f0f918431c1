import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

// Modules may be loaded again for each file; the code must not be compiled again.
const worker = globalThis as typeof globalThis & { coldfleetEngineCode?: Promise<WebAssembly.Module> }

/**
 * Keep the compiled code of the embedded engine for this process: V8 shares it with each thread that compiles the same
 * bytes, but forgets it with the last of them. Opening an engine then takes half the processor time.
 */
function keepEngineCode(): void {
  const engine = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  worker.coldfleetEngineCode ??= WebAssembly.compile(readFileSync(join(engine, 'pglite.wasm')))
}

/**
 * `startThread` of `#server/thread.ts` from the build; replaces it if the test run has built the product
 * (vite.config.ts).
 */
export function startThread(name: `${string}-worker`, options: WorkerOptions): Worker {
  if (name.endsWith('/embedded-worker')) keepEngineCode()
  return new Worker(join(process.cwd(), 'dist', 'server', `${name.slice(name.lastIndexOf('/') + 1)}.js`), options)
}
