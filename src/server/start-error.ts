import { ConfigError } from './config-error.ts'
import { FolderHeldError } from './db/folder-lock.ts'
import { UnusableDatabaseError, unusableFolder } from './db/unusable-database.ts'

/**
 * Format the error of a refused start: a sentence that names the setting and the way to recover; a stack only for a
 * defect.
 */
export function startError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof FolderHeldError || error instanceof UnusableDatabaseError)
    return error.message
  return unusableFolder(error)?.message ?? error.stack ?? error.message
}
