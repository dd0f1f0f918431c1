import fs from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ifThere, syncPath } from './ledger.ts'

/** Lies in a folder while its first content is made: what is there was never used by anybody. */
const unfinished = 'coldfleet.unfinished'
const syncsAtOnce = 32

/** Whether a database has still to be made in `folder`, as in an empty one, or one whose making was broken off. */
export const isNew = (folder: string): boolean => {
  const names = ifThere(() => fs.readdirSync(folder)) ?? []
  return names.length === 0 || names.includes(unfinished)
}

/** Empties the folder and marks it, until `finish` has put all of it on the disk. */
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

/** Puts every file below `folder`, and every folder, on the disk: many at a time, because the system then writes them together. */
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
