import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** A third of the processor beside a thread that has its usual part; more would let other programs of the machine starve it. Source: sched(7), weights of nice values */
const lowered = 5

/**
 * Lets the thread that answers people have the processor before the calling worker thread. Linux keeps a priority for each thread, and names
 * the calling one by `/proc/thread-self`; elsewhere, and where it is not allowed, the thread keeps the priority of the process.
 */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), lowered)
  } catch {
    // The work is the same without it.
  }
}
