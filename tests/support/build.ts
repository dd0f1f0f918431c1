import { spawnSync } from 'node:child_process'

const node = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' })

/** Build `dist` if it is older than its sources. @throws Error with the output of the build */
export function ensureBuilt(): void {
  // 0 = the stamp of the build matches the sources.
  const fresh = node(
    '--input-type=module',
    '--eval',
    "process.exit((await import('./scripts/stamp.mjs')).isBuilt() ? 0 : 3)",
  )
  if (fresh.status === 0) return
  const built = node('--import', 'tsx', 'scripts/build.ts')
  if (built.status !== 0) throw new Error(`the build failed:\n${built.stdout}${built.stderr}`)
}
