import { describe, expect, test } from 'vitest'
import { exampleA } from '#tests/support/projects.ts'
import { calculated } from '#tests/support/selections.ts'
import type { ProjectData } from './project-fields.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import { selectEquipment } from './select.ts'

describe('if nothing fits', () => {
  const hopeless: ProjectData = {
    ...exampleA,
    storageLength: 100,
    reentryRoomLength: null,
    reentryRoomWidth: null,
    reentryRoomHeight: null,
    hasAirCurtain: 'no',
    hasDoorCurtain: 'no',
    door1OpenState: 'alwaysOpen',
  }

  test('states the limit and the achievable maximum, and rounds nothing down', () => {
    const { selection } = calculated(hopeless)
    expect(selection).toMatchObject({
      status: 'noFit',
      model: null,
      count: null,
      unitCapacityKgH: null,
      margin: null,
      frostResidualKgH: null,
      energyKwhDay: null,
    })
    expect(selection.noFit).toMatchObject({
      limits: ['capacity'],
      largest: { model: 'L-20000', count: 8, airflowM3h: 160_000 },
    })
    expect(selection.noFit?.largest?.capacityKgH).toBeLessThan(selection.needKgH)
  })

  test('lists the remedies in order, each calculated alone and together with those before it', () => {
    const { remedies = [] } = calculated(hopeless).selection.noFit ?? {}
    expect(remedies.map(({ kind }) => kind)).toEqual([
      'curtains',
      'closeOpenDoor',
      'reentryRoom',
      'fewerOpenings',
      'specialDesign',
    ])
    const needs = remedies.flatMap(({ together }) => (together ? [together.needKgH] : []))
    expect(needs).toEqual([...needs].sort((left, right) => right - left))
    const curtained = calculated({ ...hopeless, hasAirCurtain: 'yes', hasDoorCurtain: 'yes' }).selection
    expect(remedies[0]?.alone).toMatchObject({
      needKgH: curtained.needKgH,
      model: curtained.model,
      count: curtained.count,
    })
    expect(remedies.at(-1)).toEqual({
      kind: 'specialDesign',
      alone: null,
      together: null,
      shareAlone: null,
      shareTogether: null,
    })
  })

  test('recommend a re-entry room for a store colder than the range of every model', () => {
    const { selection } = calculated({
      ...exampleA,
      designTempStorage: -40,
      reentryRoomLength: 0,
      reentryRoomWidth: null,
      reentryRoomHeight: null,
    })
    expect(selection.noFit).toMatchObject({ limits: ['temperature'], largest: null })
    expect(selection.warnings.map(({ code }) => code)).toContain('coldWithoutRoom')
    expect(selection.noFit?.remedies.find(({ kind }) => kind === 'reentryRoom')?.alone).toMatchObject({ status: 'ok' })
  })
})

test('do not calculate an unfinished project, and name the missing fields', () => {
  expect(
    selectEquipment({ ...exampleA, outdoorTemp: null, hasAirCurtain: null, storageLength: 0 }, referenceCatalogue),
  ).toEqual({
    complete: false,
    missing: ['outdoorTemp', 'storageLength', 'hasAirCurtain'],
    blocked: [],
  })
})

test('do not calculate with a number out of its range, and name it', () => {
  expect(selectEquipment({ ...exampleA, outdoorHumidity: 680 }, referenceCatalogue)).toEqual({
    complete: false,
    missing: [],
    blocked: [{ field: 'outdoorHumidity', problem: 'range', values: { min: 5, max: 100, unit: '%', value: 680 } }],
  })
})
