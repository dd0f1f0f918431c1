import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into a measured process: SIGUSR2 writes its longest stall since the last one, and its memory, to PROBE_FILE.
 */
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
let peak = 0
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 10).unref()
process.on('SIGUSR2', () => {
  const resident = process.memoryUsage.rss()
  const reading = {
    stallMs: delay.max / 1e6,
    delayP99Ms: delay.percentile(99) / 1e6,
    peakBytes: Math.max(peak, resident),
    residentBytes: resident,
  }
  writeFileSync(process.env.PROBE_FILE ?? '', JSON.stringify(reading))
  delay.reset()
  peak = resident
})
