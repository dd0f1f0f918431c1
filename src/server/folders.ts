import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '#shared/error-code.ts'

/**
 * Create `folder` and its parents, readable by the owner alone. Node's `recursive` option is not used: it retries for
 * ever where a file system answers ENOENT for a folder that it refuses to create, as /proc does.
 * @throws the system's error, with its code and path
 */
export function makeFolder(folder: string): void {
  const make = () => {
    try {
      mkdirSync(folder, { mode: 0o700 })
      return true
    } catch (error) {
      // A file of that name also gives EEXIST; its error appears when the folder is used.
      if (codeOf(error) === 'EEXIST') return true
      if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
      return false
    }
  }
  if (make()) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
