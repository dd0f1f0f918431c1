import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeFolder } from '#server/folders.ts'
import { AppError } from '#shared/errors.ts'

/** Large files on their way in, piece by piece, before they are stored. A piece belongs to the process that took the first one. */
export type Spool = {
  /** @throws AppError BUSY when too many files are on their way already */
  begin(owner: string, now: Date): Promise<string>
  /**
   * Writes a piece at `offset`, which must be where the last one ended. Returns the bytes that are there now.
   * @throws AppError NOT_FOUND for an id that is unknown or another owner's, UPLOAD_MALFORMED for a piece out of turn, STORAGE_FULL
   */
  append(id: string, owner: string, piece: { offset: number; bytes: Uint8Array }, now: Date): Promise<number>
  open(id: string): Readable
  /** What is not there counts as removed. */
  remove(id: string): Promise<void>
}

const mostAtOnce = 4
/** A file that nobody has added to for this long has been given up. */
const patienceMs = 10 * 60_000
const abandonedMs = 24 * 3_600_000
const idPattern = /^[0-9a-f]{32}$/
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

export function createSpool(folder: string): Spool {
  const waiting = new Map<string, { owner: string; size: number; changedAt: number; busy: boolean }>()
  const pathOf = (id: string) => join(folder, `${id}.spool`)

  const remove = async (id: string) => {
    waiting.delete(id)
    if (idPattern.test(id)) await rm(pathOf(id), { force: true })
  }

  /** What others have left in the folder, and what was given up here. */
  async function sweep(now: number): Promise<void> {
    for (const [id, { changedAt, busy }] of waiting) if (!busy && now - changedAt > patienceMs) await remove(id)
    for (const name of await readdir(folder)) {
      const [id = ''] = name.split('.')
      if (waiting.has(id) || !name.endsWith('.spool')) continue
      const left = await stat(join(folder, name)).catch(() => null)
      if (left && Date.now() - left.mtimeMs > abandonedMs) await rm(join(folder, name), { force: true })
    }
  }

  return {
    async begin(owner, now) {
      makeFolder(folder)
      await sweep(now.getTime())
      if (waiting.size >= mostAtOnce) throw new AppError('BUSY')
      const id = randomBytes(16).toString('hex')
      waiting.set(id, { owner, size: 0, changedAt: now.getTime(), busy: false })
      return id
    },
    async append(id, owner, { offset, bytes }, now) {
      const file = waiting.get(id)
      if (!file || file.owner !== owner) throw new AppError('NOT_FOUND')
      if (file.busy || offset !== file.size) throw new AppError('UPLOAD_MALFORMED')
      file.busy = true
      try {
        const handle = await open(pathOf(id), offset === 0 ? 'ax' : 'a', 0o600)
        try {
          await handle.appendFile(bytes)
        } finally {
          await handle.close()
        }
        file.size += bytes.length
        file.changedAt = now.getTime()
        return file.size
      } catch (error) {
        await remove(id)
        throw codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? new AppError('STORAGE_FULL', {}, error) : error
      } finally {
        file.busy = false
      }
    },
    open: (id) => createReadStream(pathOf(id)),
    remove,
  }
}
