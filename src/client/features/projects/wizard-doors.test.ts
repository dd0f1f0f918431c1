import { expect, test } from 'vitest'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { exampleA } from '#tests/support/projects.ts'
import { doorsIn, doorValues, withoutDoor } from './wizard-doors.ts'
import { emptyForm } from './wizard-form.ts'

const values = {
  ...emptyForm().values,
  door1Length: '2.4',
  door1OpenState: 'occasionally',
  door2Height: '2.2',
  door3Length: '3',
  door3OpenCountDaily: '40',
}

test('Show as many doors as have values, and at least one', () => {
  expect([emptyForm().values, { ...emptyForm().values, door2Width: '0.1' }, values].map(doorsIn)).toEqual([1, 2, 3])
})

test('Close the gap of a removed door, and restore its values on request', () => {
  const after = withoutDoor(values, 2)
  expect(after).toMatchObject({
    door1Length: '2.4',
    door2Length: '3',
    door2Height: '',
    door2OpenCountDaily: '40',
    door3Length: '',
    door3OpenCountDaily: '',
  })
  expect(doorsIn({ ...values, ...after })).toBe(2)
  expect(doorsIn({ ...values, ...withoutDoor(values, 1) })).toBe(2)
  expect({ ...values, ...after, ...doorValues(values) }).toEqual(values)
})

test('Keep the moisture load of merged doors as advised, except for the seals of the removed doors', () => {
  const loadOf = (changes: Partial<typeof exampleA>) => {
    const outcome = selectEquipment({ ...exampleA, ...changes }, referenceCatalogue)
    if (!outcome.complete) throw new Error(JSON.stringify(outcome))
    const { infiltrationKgH, leakageKgH } = outcome.details.duty.cases.design
    return { infiltrationKgH, leakageKgH }
  }
  const door = (number: 2 | 3, length: number, count: number | null, state: 'occasionally' | 'alwaysOpen') => ({
    [`door${number}Length`]: length,
    [`door${number}Height`]: 2.2,
    [`door${number}OpenCountDaily`]: count,
    [`door${number}OpenState`]: state,
  })
  const none = { door3Length: null, door3Height: null, door3OpenCountDaily: null, door3OpenState: null }
  for (const [two, one] of [
    [
      { ...door(2, 1.2, 20, 'occasionally'), ...door(3, 1.2, 30, 'occasionally') },
      { ...door(2, 1.2, 50, 'occasionally'), ...none },
    ],
    [
      { ...door(2, 1.2, null, 'alwaysOpen'), ...door(3, 0.8, null, 'alwaysOpen') },
      { ...door(2, 2, null, 'alwaysOpen'), ...none },
    ],
  ] as const) {
    const [apart, merged] = [loadOf(two), loadOf(one)]
    expect(merged.infiltrationKgH / apart.infiltrationKgH).toBeCloseTo(1, 6)
    expect(merged.leakageKgH).toBeLessThanOrEqual(apart.leakageKgH)
  }
})
