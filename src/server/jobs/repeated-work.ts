export type Repeated = {
  /** Start the work unless it is in progress or not due yet. */
  ask(now: Date): void
  /** Resolve when the work in progress has ended. */
  settled(): Promise<void>
}

/**
 * Run work next to the ticks, one at a time; pause for `againMs` when it returns false.
 * @param work undefined = none
 */
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
