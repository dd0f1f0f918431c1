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
 * A long transaction is no hang as long as its statements are answered.
 * @returns stops the watch
 */
export function startWatchdog(watched: Watched, onHang: (silentMs: number) => void, { intervalMs = usualIntervalMs, misses = usualMisses } = {}): () => void {
  let missed = 0
  let pinging = false
  let seenAt = watched.progress().answeredAt
  const timer = setInterval(() => {
    const { waiting, answeredAt, maintaining } = watched.progress()
    const silent = answeredAt === seenAt && (pinging || waiting > 0) && !maintaining
    seenAt = answeredAt
    missed = silent ? missed + 1 : 0
    if (missed >= misses) {
      clearInterval(timer)
      return onHang(missed * intervalMs)
    }
    if (pinging) return
    pinging = true
    watched.ping().then(
      () => {
        pinging = false
      },
      () => {
        // An answer, too: what it says is for whoever queries.
        pinging = false
      },
    )
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
