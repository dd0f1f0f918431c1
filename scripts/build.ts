import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build as buildClient } from 'vite'
import { bundleEarly } from './build/early.ts'
import { root, sourceStamp } from './stamp.mjs'

// Whatever the caller's NODE_ENV is (a test run sets one), build the product, not React's development version.
process.env.NODE_ENV = 'production'

const manifest: { dependencies: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const dist = join(root, 'dist')
const next = join(dist, `.next-${process.pid}`)
const compressible: ReadonlySet<string> = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt'])
const worthCompressing = 1_024

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Packages of hundreds of small modules, whose loading would be most of a start; included in the bundle. */
const bundled: ReadonlySet<string> = new Set(['@trpc/server', '@trpc/client', 'kysely', 'zod'])

/**
 * Build the server, the terminal and every `*-worker.ts` thread as ES modules; the other packages stay in
 * node_modules.
 */
async function buildServer(): Promise<void> {
  const workers = filesBelow(join(root, 'src', 'server')).filter((path) => path.endsWith('-worker.ts'))
  await bundle({
    absWorkingDir: root,
    entryPoints: {
      'server/main': 'src/server/main.ts',
      'cli/main': 'src/cli/main.ts',
      ...Object.fromEntries(workers.map((path) => [`server/${basename(path, '.ts')}`, path])),
    },
    outdir: next,
    chunkNames: 'server/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: Object.keys(manifest.dependencies).filter((name) => !bundled.has(name)),
    sourcemap: 'linked',
    logLevel: 'warning',
  })
}

/**
 * Build the documentation page's script separately from the console's: they share little, and neither waits for the
 * other.
 */
async function buildDocs(): Promise<void> {
  await bundle({
    absWorkingDir: root,
    entryPoints: { docs: 'src/client/docs/try-calls.ts' },
    outdir: join(next, 'client'),
    chunkNames: 'assets/[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
  })
}

/** Make the empty database with which `embedded-worker.ts` fills a new data folder. */
const buildDatabase = (): Promise<unknown> =>
  promisify(execFile)(process.execPath, [
    ...['--liftoff-only', join(root, 'scripts', 'build', 'new-database.mjs')],
    join(next, 'server', 'new-database.tar.gz'),
  ])

/** Compress the files once at build time instead of for every visitor. */
async function compressClient(): Promise<void> {
  const files = filesBelow(join(next, 'client')).filter(
    (path) => compressible.has(extname(path)) && statSync(path).size >= worthCompressing,
  )
  await Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(path)
      writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      writeFileSync(
        `${path}.br`,
        await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      )
    }),
  )
}

/** Replace the old build by the new one; the stamp comes last, so that an interrupted build is repeated. */
function install(stamp: string): void {
  rmSync(join(dist, 'stamp'), { force: true })
  for (const part of ['client', 'server', 'cli']) {
    rmSync(join(dist, part), { recursive: true, force: true })
    renameSync(join(next, part), join(dist, part))
  }
  writeFileSync(join(dist, 'stamp'), stamp)
}

const startedAt = Date.now()
const stamp = sourceStamp()
mkdirSync(join(next, 'server'), { recursive: true })
try {
  await Promise.all([
    buildServer(),
    buildDatabase(),
    buildClient({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      // Packages contain annotations for other bundlers; one that this bundler does not know is not an error here.
      build: {
        outDir: join(next, 'client'),
        emptyOutDir: true,
        rollupOptions: { onwarn: (warning, warn) => warning.code === 'INVALID_ANNOTATION' || warn(warning) },
      },
    }),
  ])
  // The browser build empties its folder when it begins.
  await Promise.all([buildDocs(), bundleEarly({ outfile: join(next, 'client', 'early.js') })])
  await compressClient()
  install(stamp)
} finally {
  rmSync(next, { recursive: true, force: true })
}
process.stderr.write(`built in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`)
