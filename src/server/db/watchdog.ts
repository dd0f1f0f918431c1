export type Watched = {
  ping(): Promise<void>
  /** Requests the engine has not answered, when (ms since 1970) it last answered one, and whether it does long maintenance. */
  progress(): { waiting: number; answeredAt: number; maintaining: boolean }
}

const usualIntervalMs = 5_000
const usualMisses = 3
/** How long an engine may answer nothing before it is taken for dead. */
export const mostSilentMs = usualIntervalMs * usualMisses

/**
 * Ends what waits for an engine that has stopped answering, as the embedded one does on a full disk.
 * Every `intervalMs` it asks `select 1`; it calls `onHang` when nothing at all was answered for `misses` intervals.
 * A long transaction is no hang as long as its statements are answered, nor is one that asks nothing for a while: then our own question
 * waits for the connection, and not for the engine. A thread of ours that is busy is none either: it has not read the answers yet, so
 * each look comes after them, and an interval that ended late counts neither way.
 * @returns stops the watch
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
        // An answer, too: what it says is for anyone who queries.
        pinging = false
      },
    )
  }
  // Timers come before the messages of other threads, immediates behind them.
  const timer = setInterval(() => void setImmediate(look), intervalMs)
  timer.unref()
  return stop
}
