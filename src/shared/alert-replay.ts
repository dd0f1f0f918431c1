import {
  type AlertState,
  type Figures,
  lastMoment,
  observed,
  openMoment,
  opens,
  stays,
  stillAfter,
  type Thresholds,
  told,
} from './alert-decisions.ts'
import type { AlertMoment, AlertSeverity } from './alerts.ts'

/** What was found of a place at a moment (ms since 1970): figures of how things stood, or how many left and came back. */
export type Step = { at: number; of: number } & ({ count: number } | { left: number; back: number })
export type ReplayedMoment = { at: number; moment: AlertMoment; count: number }

const isChange = (step: Step): step is Extract<Step, { left: number }> => 'left' in step

/** Does a step open an event? One that says how many left opens it by those alone, as a batch does. */
const opening = (step: Step): Figures =>
  isChange(step) ? { count: step.left, of: step.of } : { count: step.count, of: step.of }
const following = (step: Step, state: AlertState): Figures => ({
  count: isChange(step) ? Math.max(0, state.count + step.left - step.back) : step.count,
  of: step.of,
})

/**
 * What would have been told of one place, with nobody saying that he knows: the same decisions as of real events.
 * @param steps in the order of time @param until ms since 1970
 */
export function replay(
  steps: readonly Step[],
  thresholds: Thresholds,
  severity: AlertSeverity,
  until: number,
): ReplayedMoment[] {
  const moments: ReplayedMoment[] = []
  let state: AlertState | null = null
  const tell = (moment: AlertMoment, at: number, next: AlertState): AlertState => {
    moments.push({ at, moment, count: next.count })
    return told(next, at)
  }
  /** What is still there is told again and again until something happens. */
  const wait = (to: number): void => {
    while (state?.toldAt !== undefined && state.toldAt !== null && state.toldAt + stillAfter(severity) <= to)
      state = tell('still', state.toldAt + stillAfter(severity), state)
  }
  for (const step of steps) {
    wait(step.at)
    if (state === null) {
      const figures = opening(step)
      if (opens(figures, thresholds))
        state = tell('opened', step.at, {
          ...figures,
          worst: figures.count,
          severity,
          toldAt: null,
          toldCount: 0,
          acknowledgedCount: null,
        })
      continue
    }
    const figures = following(step, state)
    if (!stays(figures, thresholds)) {
      const last = lastMoment(state, false)
      if (last !== null) moments.push({ at: step.at, moment: last, count: figures.count })
      state = null
      continue
    }
    state = observed(state, figures)
    const moment = openMoment(state, step.at)
    if (moment !== null) state = tell(moment, step.at, state)
  }
  wait(until)
  return moments
}
