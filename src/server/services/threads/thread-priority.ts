import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * About a third of the processor next to a thread of normal priority; with a higher value other programs of the machine
 * could starve it. Source: sched(7), weights of nice values
 */
const lowered = 5

/**
 * Lower the priority of the calling worker thread below the thread that serves requests. Linux has a priority for each
 * thread, and `/proc/thread-self` names the calling one; elsewhere, and without permission, the thread keeps the
 * priority of the process.
 */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), lowered)
  } catch {
    // The work is the same without it.
  }
}
