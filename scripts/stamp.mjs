import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'src',
  'migrations',
  'scripts/build.ts',
  'scripts/build',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
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

/** Return a hash of the sources that changes with every byte on which a build depends. */
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

/** Return the required packages that are missing, or installed in another version than in package.json. */
export function missingPackages() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.entries(dependencies)
    .filter(([name, version]) => {
      const file = join(root, 'node_modules', name, 'package.json')
      return !existsSync(file) || (/^\d/.test(version) && JSON.parse(readFileSync(file, 'utf8')).version !== version)
    })
    .map(([name]) => name)
}

/** Was `dist` built from exactly these sources? Also true if there are no sources to build from. */
export function isBuilt() {
  if (!existsSync(stampFile)) return false
  return !existsSync(join(root, 'src')) || readFileSync(stampFile, 'utf8') === sourceStamp()
}
