export type Watched = {
  ping(): Promise<void>
  /**
   * Number of requests without a response, time (ms since 1970) of the engine's last response, and whether long
   * maintenance runs.
   */
  progress(): { waiting: number; answeredAt: number; maintaining: boolean }
}

const usualIntervalMs = 5_000
const usualMisses = 3
/** Time without any response after which the engine is considered dead. */
export const mostSilentMs = usualIntervalMs * usualMisses

/**
 * End all requests to an engine that has stopped answering, as the embedded one does on a full disk. Run `select 1`
 * every `intervalMs`; call `onHang` after `misses` intervals without any response. A long transaction does not count as
 * long as its statements are answered. An idle transaction does not count either: then our own query waits for the
 * connection, not for the engine. A busy thread of this process has not read the responses yet, so each check runs
 * after them, and an interval that ended late is ignored.
 * @returns a function that stops the watchdog
 */
export function startWatchdog(
  watched: Watched,
  onHang: (silentMs: number) => void,
  { intervalMs = usualIntervalMs, misses = usualMisses } = {},
): () => void {
  let missed = 0
  let pinging = false
  let stopped = false
  let seenAt = watched.progress().answeredAt
  let lookedAt = performance.now()
  const stop = () => {
    stopped = true
    clearInterval(timer)
  }
  const look = () => {
    if (stopped) return
    const late = performance.now() - lookedAt - intervalMs
    lookedAt = performance.now()
    const { waiting, answeredAt, maintaining } = watched.progress()
    const silent = answeredAt === seenAt && waiting > 0 && !maintaining
    seenAt = answeredAt
    if (!silent) missed = 0
    else if (late < intervalMs / 2) missed += 1
    if (missed >= misses) {
      stop()
      return onHang(missed * intervalMs)
    }
    if (pinging) return
    pinging = true
    watched.ping().then(
      () => {
        pinging = false
      },
      () => {
        // A response, too; an error in it concerns only the callers that query.
        pinging = false
      },
    )
  }
  // Timers run before the messages of other threads, immediates after them.
  const timer = setInterval(() => void setImmediate(look), intervalMs)
  timer.unref()
  return stop
}
