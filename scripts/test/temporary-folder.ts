import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
/** The databases, browsers and files of a whole run take about 3 GB. */
const neededBytes = 8 * 1024 ** 3

/**
 * Lets temporary files of the run lie in memory where there is space: every database waits for the disk with each write that it acknowledges,
 * and a run writes a few hundred of them. What waiting itself promises is tested by what is synced, not by how long it takes.
 * @returns takes the folder away again
 */
export function keepFilesInMemory(): () => void {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    if (bavail * bsize < neededBytes) return () => undefined
    const folder = mkdtempSync(join(memoryFolder, 'coldfleet-test-'))
    // PostgreSQL runs under an account of its own and walks through to its own folder.
    chmodSync(folder, 0o711)
    process.env.TMPDIR = folder
    return () => rmSync(folder, { recursive: true, force: true })
  } catch {
    // A system without such a folder: the usual one serves.
    return () => undefined
  }
}
