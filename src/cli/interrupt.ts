import { exitCodes } from './failure.ts'

/** 'said' = it has told the person what became of the work. */
type CleanUp = () => Promise<'said' | undefined>

const told = new AbortController()
const cleanUps = new Set<CleanUp>()
/** How long clean-ups may take together before the process ends all the same. */
const patienceMs = 5_000

/** Fires with the first Ctrl-C or SIGTERM. */
export const interrupted: AbortSignal = told.signal

/** Runs `cleanUp` at an interrupt, before the process ends. @returns forgets it again */
export function onInterrupt(cleanUp: CleanUp): () => void {
  cleanUps.add(cleanUp)
  return () => void cleanUps.delete(cleanUp)
}

/**
 * Ends the process with 130 at Ctrl-C, SIGTERM or SIGHUP, after every clean-up and at most five seconds; a second signal ends it at once.
 * @param say tells the person why it ended, unless a clean-up has said something more exact
 */
export function endOnSignals(say: () => void): void {
  const end = async () => {
    if (told.signal.aborted) process.exit(exitCodes.interrupted)
    told.abort()
    setTimeout(() => process.exit(exitCodes.interrupted), patienceMs).unref()
    const ended = await Promise.allSettled([...cleanUps].map((cleanUp) => cleanUp()))
    if (!ended.some((one) => one.status === 'fulfilled' && one.value === 'said')) say()
    process.exit(exitCodes.interrupted)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
}
