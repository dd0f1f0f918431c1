import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

const root = join(import.meta.dirname, '..', '..')

/** Bundle the script that runs before the first paint: one small file, for which every page waits. */
export const bundleEarly = (options: Pick<BuildOptions, 'outfile' | 'write'>) =>
  build({
    ...options,
    absWorkingDir: root,
    entryPoints: ['src/client/early/early.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
  })
