import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
/** The databases, browsers and files of a whole run take about 3 GB. */
const neededBytes = 8 * 1024 ** 3

/**
 * Keep temporary files of the run in memory if there is space: every database waits for the disk on each acknowledged
 * write, and a run writes a few hundred of them. Tests of durability check what is synced, not how long that takes.
 * @returns a function that removes the folder
 */
export function keepFilesInMemory(): () => void {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    if (bavail * bsize < neededBytes) return () => undefined
    const folder = mkdtempSync(join(memoryFolder, 'coldfleet-test-'))
    // PostgreSQL runs under its own account and passes through this folder to its own.
    chmodSync(folder, 0o711)
    process.env.TMPDIR = folder
    return () => rmSync(folder, { recursive: true, force: true })
  } catch {
    // On a system without such a folder, the usual one is used.
    return () => undefined
  }
}
