import { randomUUID } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#server/folders.ts'
import { codeOf } from '#shared/error-code.ts'
import { AppError } from '#shared/errors.ts'

const ownerOnly = 0o600

/**
 * Errors of a folder that this process may not change: a read-only mount, as a secret store makes it, or another owner.
 */
const readOnly = ['EROFS', 'EPERM', 'EACCES']

const isCode = (error: unknown, ...codes: string[]) => codes.includes(codeOf(error))

/** Restrict access, unless the mount is read-only: then its operator has decided about access. */
function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    if (!isCode(error, ...readOnly)) throw error
  }
}

function readSecret(path: string): Buffer | null {
  try {
    const content = readFileSync(path)
    if ((statSync(path).mode & 0o077) !== 0) restrict(path, ownerOnly)
    return content
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Write `content` to `path` atomically, or keep the file that another process has written first. */
function place(path: string, content: Buffer | string): void {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, content, { mode: ownerOnly, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
    rmSync(draft)
  } catch (error) {
    if (isCode(error, 'EEXIST')) rmSync(draft)
    else renameSync(draft, path) // a file system without hard links
  }
}

export type KeyFolder = {
  /** Return the content of `name`; create it with `make` when it does not exist. @throws Error when it is empty */
  readOrMake(name: string, make: () => Buffer | string): Buffer
  /** Return the content of `name`, null when it does not exist. */
  read(name: string): Buffer | null
  /** Return the modification time of `name`, in milliseconds; 0 = it does not exist. */
  changedAt(name: string): number
  /** Replace the content of `name` atomically, with the modification time `at`. */
  replace(name: string, content: string, at: Date): void
}

/**
 * Open the folder with the secrets of this deployment, one file each, readable by the owner alone. They are created on
 * the first start and must be backed up: without the pepper no password verifies any more.
 */
export function openKeyFolder(dataDir: string): KeyFolder {
  const folder = join(dataDir, 'keys')
  makeFolder(folder)
  restrict(folder, 0o700)
  return {
    readOrMake(name, make) {
      const path = join(folder, name)
      const found = readSecret(path)
      if (!found) place(path, make())
      const content = found ?? readSecret(path)
      if (!content || content.length === 0)
        throw new Error(`${path} is empty: restore it from a backup, or remove it to have a new one made`)
      return content
    },
    read: (name) => readSecret(join(folder, name)),
    changedAt: (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    replace(name, content, at) {
      const path = join(folder, name)
      const draft = `${path}.${randomUUID()}`
      try {
        writeFileSync(draft, content, { mode: ownerOnly, flag: 'wx', flush: true })
      } catch (error) {
        throw isCode(error, ...readOnly) ? new AppError('KEYS_READ_ONLY', { values: { folder } }) : error
      }
      utimesSync(draft, at, at)
      renameSync(draft, path)
    },
  }
}
