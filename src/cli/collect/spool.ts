import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const pack = promisify(gzip)
const ending = '.ndjson.gz'
const linesAFile = 5_000

export type Spool = {
  /**
   * Store lines on the disk, each file of them completely or not at all. @returns number of older files deleted for
   * them
   */
  keep(lines: readonly object[]): Promise<number>
  /** Return the waiting files, the oldest first. */
  waiting(): Promise<string[]>
  read(name: string): Promise<Buffer>
  remove(name: string): Promise<void>
}

/**
 * Open the spool of unsent readings: one compressed file for each set of lines, kept until the server has accepted it.
 * A killed process leaves only complete files, and sending one twice changes nothing on the server. @param mostBytes
 * above which the oldest files are deleted
 */
export async function openSpool(folder: string, mostBytes: number): Promise<Spool> {
  // Machines and their addresses are for the collector alone.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let made = 0
  // A partial file of a killed process.
  for (const name of await readdir(folder)) if (name.endsWith('.part')) await rm(join(folder, name), { force: true })

  const waiting = async () => (await readdir(folder)).filter((name) => name.endsWith(ending)).sort()
  async function makeRoom(): Promise<number> {
    const files = await Promise.all(
      (await waiting()).map(async (name) => ({ name, size: (await stat(join(folder, name))).size })),
    )
    let size = files.reduce((sum, file) => sum + file.size, 0)
    let removed = 0
    for (const file of files) {
      if (size <= mostBytes) break
      await rm(join(folder, file.name), { force: true })
      size -= file.size
      removed += 1
    }
    return removed
  }
  async function write(lines: readonly object[]): Promise<void> {
    const bytes = await pack(lines.map((line) => JSON.stringify(line)).join('\n'))
    made += 1
    const name = `${String(Date.now()).padStart(15, '0')}-${String(made).padStart(6, '0')}`
    const part = join(folder, `${name}.part`)
    const file = await open(part, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, join(folder, `${name}${ending}`))
  }
  return {
    async keep(lines) {
      for (let from = 0; from < lines.length; from += linesAFile) await write(lines.slice(from, from + linesAFile))
      return makeRoom()
    },
    waiting,
    read: (name) => readFile(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
