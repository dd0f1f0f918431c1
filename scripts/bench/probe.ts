import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

const Reading = z.object({
  stallMs: z.number(),
  delayP99Ms: z.number(),
  peakBytes: z.number(),
  residentBytes: z.number(),
})
export type Reading = z.output<typeof Reading>
export const probeModule = join(process.cwd(), 'scripts', 'bench', 'event-loop-probe.mjs')

/** Read the longest stall of the event loop since the last read, and the memory, of a process with the probe. */
export async function readProbe(pid: number, file: string): Promise<Reading> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (let turn = 0; turn < 500; turn += 1) {
    await wait(10)
    if (!existsSync(file)) continue
    const text = readFileSync(file, 'utf8')
    if (text.endsWith('}')) return Reading.parse(JSON.parse(text))
  }
  throw new Error('the probe did not answer')
}
