import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Start `src/server/<name>.ts` in its own thread: from the bundle in production, from source under tsx or vitest. The
 * build finds these files by their ending `-worker.ts` and puts them next to the server.
 */
export function startThread(name: `${string}-worker`, options: WorkerOptions): Worker {
  const source = new URL(`./${name}.ts`, import.meta.url)
  const built = new URL(`./${name.slice(name.lastIndexOf('/') + 1)}.js`, import.meta.url)
  if (existsSync(built)) return new Worker(built, options)
  // A thread does not inherit the TypeScript loader of its parent, so it registers its own.
  const loader = new URL(
    'dist/esm/api/index.mjs',
    pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json')),
  ).href
  const program = `import('${loader}').then(({ register }) => { register(); return import('${source.href}') })`
  return new Worker(program, { ...options, eval: true, execArgv: [] })
}
