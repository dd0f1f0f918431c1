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
  withNotice,
} from './alert-decisions.ts'
import type { AlertMoment, AlertSeverity } from './alerts.ts'

/**
 * The observations of a place at a moment (ms since 1970): figures of its state, or how many machines left and came
 * back.
 */
export type Step = { at: number; of: number } & ({ count: number } | { left: number; back: number })
export type ReplayedMoment = { at: number; moment: AlertMoment; count: number }

const isChange = (step: Step): step is Extract<Step, { left: number }> => 'left' in step

/**
 * Return the figures that may open an event. A step with changes opens it by the machines that left alone, as a batch
 * does.
 */
const opening = (step: Step): Figures =>
  isChange(step) ? { count: step.left, of: step.of } : { count: step.count, of: step.of }
const following = (step: Step, state: AlertState): Figures => ({
  count: isChange(step) ? Math.max(0, state.count + step.left - step.back) : step.count,
  of: step.of,
})

/**
 * Simulate the messages about one place without acknowledgements: the same decisions as for real events.
 * @param steps in chronological order @param until ms since 1970
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
    return withNotice(next, at)
  }
  /** Repeat the message about an event that is still open, until the next step. */
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
