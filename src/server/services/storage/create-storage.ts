import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/config.ts'
import { ConfigError, problemOf } from '#server/config-error.ts'
import { makeFolder } from '#server/folders.ts'
import { messageOf } from '#shared/errors.ts'
import { createFileStorage } from './file-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'
import { wholeStorage } from './storage-deadlines.ts'

/** Create the folder of the URL. @throws ConfigError when it cannot be used, at start instead of at the first upload */
function folderOf(url: URL): string {
  try {
    const folder = fileURLToPath(url)
    makeFolder(folder)
    accessSync(`${folder}/.`, constants.W_OK)
    return folder
  } catch (error) {
    throw new ConfigError([problemOf('STORAGE_URL', 'setting.storageFolder', { said: messageOf(error) })])
  }
}

/**
 * Create the storage of STORAGE_URL; default: `files` in the data folder.
 * @throws ConfigError when the folder of STORAGE_URL cannot be used
 */
export function createStorage({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): Storage {
  if (storageUrl === null) return wholeStorage(createFileStorage(join(dataDir, 'files')))
  const url = new URL(storageUrl)
  return wholeStorage(url.protocol === 's3:' ? createS3Storage(url) : createFileStorage(folderOf(url)))
}
