import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lets the thread that answers people have the processor before the calling worker thread. Linux keeps a priority for each thread, and names
 * the calling one by `/proc/thread-self`; elsewhere, and where it is not allowed, the thread keeps the priority of the process.
 */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The work is the same without it.
  }
}
