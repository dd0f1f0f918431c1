import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Makes `folder` and those above it, for the owner alone. Not Node's `recursive`: that one tries for ever where a file
 * system answers "no such folder" for a folder that it will not make, as /proc does.
 * @throws the system's error, with its code and path
 */
export function makeFolder(folder: string): void {
  const make = () => {
    try {
      mkdirSync(folder, { mode: 0o700 })
      return true
    } catch (error) {
      // EEXIST of a file shows itself when the folder is used.
      if (codeOf(error) === 'EEXIST') return true
      if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
      return false
    }
  }
  if (make()) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
