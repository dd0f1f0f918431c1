import { ConfigError } from './config.ts'
import { FolderHeldError } from './db/folder-lock.ts'
import { codeOf, fullFolder, UnusableDatabaseError } from './db/unusable-database.ts'

const unusableFolder = /^(EEXIST|ENOTDIR|EACCES|EPERM|EROFS|ENOENT|ENAMETOOLONG)/

/**
 * Format the error of a refused start: a sentence that names the setting and the way to recover; a stack only for a
 * defect.
 */
export function startError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof FolderHeldError || error instanceof UnusableDatabaseError)
    return error.message
  const full = fullFolder(error)
  if (full) return full.message
  if (unusableFolder.test(codeOf(error))) return `DATA_DIR: the folder cannot be used: ${error.message}`
  return error.stack ?? error.message
}
