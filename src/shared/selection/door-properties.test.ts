import fc from 'fast-check'
import { describe } from 'vitest'
import { dutyOfInputs, factor, inputs, needOf, noLess, proof, runs } from '#tests/support/selection-properties.ts'
import type { SelectionInputs } from './inputs.ts'

describe('the need never falls when a door', () => {
  proof('is opened longer', () => {
    fc.assert(
      fc.property(inputs, factor, (before, longer) =>
        noLess(needOf({ ...before, openSeconds: before.openSeconds * longer }), needOf(before)),
      ),
      runs,
    )
  })
  proof('is opened oftener', () => {
    const oftener = (before: SelectionInputs, by: number): SelectionInputs => ({
      ...before,
      doors: before.doors.map((door, index) =>
        index === 0 ? { ...door, openingsPerDay: door.openingsPerDay * by } : door,
      ),
    })
    fc.assert(
      fc.property(inputs, factor, (before, by) => noLess(needOf(oftener(before, by)), needOf(before))),
      runs,
    )
  })
  proof('is wider', () => {
    const wider = (before: SelectionInputs, by: number): SelectionInputs => ({
      ...before,
      doors: before.doors.map((door, index) => (index === 0 ? { ...door, widthM: door.widthM * by } : door)),
    })
    fc.assert(
      fc.property(inputs, factor, (before, by) => noLess(needOf(wider(before, by)), needOf(before))),
      runs,
    )
  })
})

proof('curtains never raise the need, nor the air flow that the sweep takes', () => {
  fc.assert(
    fc.property(inputs, fc.constantFrom('airCurtain' as const, 'doorCurtain' as const), (before, curtain) => {
      const [without, having] = [
        dutyOfInputs({ ...before, [curtain]: false }),
        dutyOfInputs({ ...before, [curtain]: true }),
      ]
      return noLess(without.needKgH, having.needKgH) && noLess(without.sweepFlowM3h, having.sweepFlowM3h)
    }),
    runs,
  )
})
