import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['src', 'migrations', 'scripts/build.ts', 'scripts/build', 'vite.config.ts', 'package.json', 'package-lock.json']
const stampFile = join(root, 'dist', 'stamp')
const untold = /\.(test|story)\.tsx?$/

/** @returns {string[]} */
function filesOf(/** @type {string} */ name) {
  const path = join(root, name)
  if (!existsSync(path)) return []
  if (/\.\w+$/.test(name)) return [name]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !untold.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

/** What the sources are now: changes with every byte that a build depends on. */
export function sourceStamp() {
  const hash = createHash('sha256')
  for (const name of sources.flatMap(filesOf))
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(root, name)))
      .update('\0')
  return hash.digest('hex')
}

/** True when `dist` was built from these very sources, or when there are no sources to build from. */
export function isBuilt() {
  if (!existsSync(stampFile)) return false
  return !existsSync(join(root, 'src')) || readFileSync(stampFile, 'utf8') === sourceStamp()
}
