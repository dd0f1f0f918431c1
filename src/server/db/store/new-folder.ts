import fs from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ifThere, syncPath } from './ledger.ts'

/** Marks a folder while its first content is created: nobody has used that content yet. */
const unfinished = 'coldfleet.unfinished'
const syncsAtOnce = 32

/** Must a database still be created in `folder`? True for an empty folder, or one whose creation was interrupted. */
export const isNew = (folder: string): boolean => {
  const names = ifThere(() => fs.readdirSync(folder)) ?? []
  return names.length === 0 || names.includes(unfinished)
}

/** Empty the folder and mark it, until `finish` has synced all of it to the disk. */
export async function beginNew(folder: string): Promise<{ finish(): Promise<void> }> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
  const mark = join(folder, unfinished)
  fs.writeFileSync(mark, '', { flush: true, mode: 0o600 })
  syncPath(folder)
  return {
    async finish() {
      await syncAll(folder)
      fs.rmSync(mark)
      syncPath(folder)
    },
  }
}

/**
 * Sync every file and folder below `folder` to the disk: many at a time, because the operating system then writes them
 * together.
 */
async function syncAll(folder: string): Promise<void> {
  const paths = (await readdir(folder, { recursive: true, encoding: 'utf8' })).map((path) => join(folder, path))
  for (let at = 0; at < paths.length; at += syncsAtOnce) {
    await Promise.all(
      paths.slice(at, at + syncsAtOnce).map(async (path) => {
        const file = await fs.promises.open(path, 'r')
        try {
          await file.sync()
        } finally {
          await file.close()
        }
      }),
    )
  }
  syncPath(folder)
}
