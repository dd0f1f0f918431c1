import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { ProjectData } from '#shared/selection/project-fields.ts'
import { exampleA } from './projects.ts'

/** The climate of every city shipped with the product, as a project copies it. */
const climates = readFileSync(new URL('../../migrations/data/cities.csv', import.meta.url), 'utf8')
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line): Partial<ProjectData> => {
    const [city = '', , ...figures] = line.split(',')
    const [
      altitudeAvg = 0,
      tempSummerAvg = 0,
      tempWinterAvg = 0,
      humiditySummerAvg = 0,
      humidityWinterAvg = 0,
      tempMaxYear = 0,
      humidityContentMax = 0,
    ] = figures.map(Number)
    return {
      city,
      altitudeAvg,
      tempSummerAvg,
      tempWinterAvg,
      humiditySummerAvg,
      humidityWinterAvg,
      tempMaxYear,
      humidityContentMax,
    }
  })

const door = fc.record({
  length: fc.constantFrom(0.9, 1.2, 2.4, 3.6),
  height: fc.constantFrom(2, 2.7, 3.5),
  state: fc.constantFrom('occasionally', 'occasionally', 'alwaysOpen', 'alwaysClosed', null),
  count: fc.constantFrom(null, 0, 1, 20, 360, 5_000),
})
const doors = (
  drawn: readonly { length: number; height: number; state: string | null; count: number | null }[],
): Partial<ProjectData> =>
  Object.fromEntries(
    ([1, 2, 3] as const).flatMap((number) => {
      const one = drawn[number - 1]
      return [
        [`door${number}Length`, one?.length ?? null],
        [`door${number}Height`, one?.height ?? null],
        [`door${number}OpenState`, one?.state ?? null],
        [`door${number}OpenCountDaily`, one?.count ?? null],
      ]
    }),
  )

/**
 * Realistic stores at the limits of the inputs: every shipped city, dry and saturated air, chilled to deep-frozen, with
 * and without a re-entry room.
 */
export const cityProjects: fc.Arbitrary<ProjectData> = fc
  .record({
    climate: fc.constantFrom(...climates),
    store: fc.constantFrom(-60, -35, -30, -25, -20, -18, -10, -1, 0.5, 2, 5, 10, 12, 20),
    humidity: fc.constantFrom(20, 45, 60, 85, 95, 100),
    outdoor: fc.record({ above: fc.constantFrom(-8, 0, 1.1, 5), humidity: fc.constantFrom(5, 30, 68, 100) }),
    season: fc.constantFrom('summer', 'winter', 'store'),
    room: fc.constantFrom(null, [1.5, 1.5, 2] as const, [6, 5, 4] as const),
    drawn: fc.array(door, { minLength: 1, maxLength: 3 }),
    hours: fc.constantFrom(0.5, 8, 24),
    seconds: fc.constantFrom(null, 1, 20, 3_600),
    curtains: fc.tuple(fc.constantFrom('yes', 'no'), fc.constantFrom('yes', 'no')),
    moisture: fc.constantFrom(null, 0, 0.05, 2, 500),
    units: fc.constantFrom(null, 1, 2, 8),
    fan: fc.constantFrom(null, 0.5, 0.75, 1),
    safety: fc.constantFrom(null, 1, 2),
    wind: fc.constantFrom(null, 0.1, 3),
    type: fc.constantFrom('coldAirFan', 'tubeBank'),
  })
  .map(({ climate, store, humidity, outdoor, season, room, drawn, hours, seconds, curtains, ...rest }): ProjectData => {
    const base = { summer: climate.tempSummerAvg, winter: climate.tempWinterAvg, store }[season] ?? store
    const [reentryRoomLength, reentryRoomWidth, reentryRoomHeight] = room ?? [null, null, null]
    return {
      ...exampleA,
      ...climate,
      ...doors(room?.[2] === 2 ? drawn.map((one) => ({ ...one, height: 2 })) : drawn),
      designTempStorage: store,
      designHumidityStorage: humidity,
      outdoorTemp: Math.min(50, Math.max(-45, base + outdoor.above)) || 0.5,
      outdoorHumidity: outdoor.humidity,
      reentryRoomLength,
      reentryRoomWidth,
      reentryRoomHeight,
      doorOperationTimeDaily: hours,
      doorOpenDuration: seconds,
      hasAirCurtain: curtains[0] as ProjectData['hasAirCurtain'],
      hasDoorCurtain: curtains[1] as ProjectData['hasDoorCurtain'],
      moisture: rest.moisture,
      deviceCount: rest.units,
      deviceWindAdjust: rest.fan,
      estSafety: rest.safety,
      estWindSpeed: rest.wind,
      coldStorageType: rest.type as ProjectData['coldStorageType'],
    }
  })
