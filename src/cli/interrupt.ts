import { exitCodes } from './failure.ts'

/** 'said' = it has reported the result of the work to the user. */
type CleanUp = () => Promise<'said' | undefined>

const interrupt = new AbortController()
const cleanUps = new Set<CleanUp>()
/** Maximum duration of all clean-ups before the process ends. */
const patienceMs = 5_000

/** Fires with the first Ctrl-C or SIGTERM. */
export const interrupted: AbortSignal = interrupt.signal

/** Run `cleanUp` at an interrupt, before the process ends. @returns a function that removes it */
export function onInterrupt(cleanUp: CleanUp): () => void {
  cleanUps.add(cleanUp)
  return () => void cleanUps.delete(cleanUp)
}

/**
 * End the process with 130 at Ctrl-C, SIGTERM or SIGHUP, after every clean-up and at most five seconds; a second signal
 * ends it at once.
 * @param say tells the user why it ended, unless a clean-up has printed a more exact message
 */
export function endOnSignals(say: () => void): void {
  const end = async () => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted)
    interrupt.abort()
    setTimeout(() => process.exit(exitCodes.interrupted), patienceMs).unref()
    const ended = await Promise.allSettled([...cleanUps].map((cleanUp) => cleanUp()))
    if (!ended.some((one) => one.status === 'fulfilled' && one.value === 'said')) say()
    process.exit(exitCodes.interrupted)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
}
