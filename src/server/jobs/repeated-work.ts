export type Repeated = {
  /** Begins the work unless it is under way or nothing of it is due yet. */
  ask(now: Date): void
  /** Until what is under way has ended. */
  settled(): Promise<void>
}

/** Work beside the ticks, once at a time: left for `againMs` when it answers false. @param work undefined = there is none */
export function createRepeated(
  work: ((now: Date) => Promise<boolean>) | undefined,
  { from, againMs }: { from: number; againMs: number },
): Repeated {
  let dueFrom = from
  let under: Promise<void> | null = null
  return {
    ask(now) {
      if (!work || now.getTime() < dueFrom) return
      under ??= work(now)
        .then((goesOn) => {
          if (!goesOn) dueFrom = now.getTime() + againMs
        })
        .finally(() => {
          under = null
        })
    },
    settled: async () => void (await under),
  }
}
