import fc from 'fast-check'
import { goods } from '#shared/selection/goods.ts'
import { emptyProject } from '#shared/selection/project.ts'
import {
  type FieldName,
  type NumberField,
  numberFields,
  numberNames,
  type ProjectData,
} from '#shared/selection/project-fields.ts'

/** Worked example A of the specification: a freezer near Guangzhou with a re-entry room. */
export const exampleA: ProjectData = {
  ...emptyProject(),
  name: '示例 A',
  city: '广州',
  altitudeAvg: 41.7,
  tempSummerAvg: 30.7,
  humiditySummerAvg: 68,
  tempWinterAvg: 13.6,
  humidityWinterAvg: 72,
  tempMaxYear: 38.1,
  humidityContentMax: 21.3,
  outdoorTemp: 31.8,
  outdoorHumidity: 68,
  coldStorageType: 'coldAirFan',
  coldStorageUsage: 'frozen_mutton',
  designTempStorage: -20,
  designHumidityStorage: 85,
  storageLength: 30,
  storageWidth: 20,
  storageHeight: 6,
  door1Length: 2.4,
  door1Height: 2.7,
  door1OpenState: 'occasionally',
  door1OpenCountDaily: 360,
  door2Length: 1.2,
  door2Height: 2.2,
  door2OpenState: 'occasionally',
  door2OpenCountDaily: 20,
  doorOperationTimeDaily: 10,
  reentryRoomLength: 6,
  reentryRoomWidth: 5,
  reentryRoomHeight: 4,
  doorOpenCountDaily: 120,
  doorOpenDuration: 20,
  hasAirCurtain: 'yes',
  hasDoorCurtain: 'yes',
  estSafety: 1.1,
  estWindSpeed: 0.5,
  deviceCount: 1,
  deviceWindAdjust: 1,
  moisture: 0,
}

const decimals = 10_000
/** A value in the range of its field, with the decimals that a user may type. */
const within = (name: (typeof numberNames)[number]) => {
  const { min, max, whole, above }: NumberField = numberFields[name]
  if (whole) return fc.integer({ min, max })
  return fc
    .integer({ min: Math.round((above ? min + 0.1 : min) * decimals), max: Math.round(max * decimals) })
    .map((drawn) => drawn / decimals)
}
const orEmpty = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const optional: ReadonlySet<FieldName> = new Set([
  'altitudeAvg',
  'tempSummerAvg',
  'tempWinterAvg',
  'humiditySummerAvg',
  'humidityWinterAvg',
  'door1Width',
  'door1OpenCountDaily',
  'door2OpenCountDaily',
  'door3OpenCountDaily',
  'doorOpenDuration',
  'estSafety',
  'estWindSpeed',
  'deviceCount',
  'deviceWindAdjust',
  'moisture',
  'electricityPrice',
  'unitPrice',
])
const numbers = fc.record(
  Object.fromEntries(
    numberNames.map((name) => [name, optional.has(name) ? orEmpty(within(name)) : within(name)]),
  ) as Record<(typeof numberNames)[number], fc.Arbitrary<number | null>>,
)
const state = fc.constantFrom('alwaysOpen', 'alwaysClosed', 'occasionally', null)
const answer = fc.constantFrom('yes', 'no')

/** Any project that an export accepts: all fields in range, doors lower than their surroundings. */
export const validProjects: fc.Arbitrary<ProjectData> = fc
  .record({
    numbers,
    states: fc.tuple(state, state, state),
    curtains: fc.tuple(answer, answer),
    type: fc.constantFrom('coldAirFan', 'tubeBank'),
    usage: fc.constantFrom(...goods.map(({ key }) => key)),
    has: fc.record({ room: fc.boolean(), door2: fc.boolean(), door3: fc.boolean() }),
  })
  .map(({ numbers: drawn, states, curtains, type, usage, has }): ProjectData => {
    const highest = Math.min(drawn.storageHeight ?? 8, has.room ? (drawn.reentryRoomHeight ?? 8) : 8)
    const lower = (height: number | null) => (height === null ? null : Math.min(height, highest))
    const room = has.room ? {} : { reentryRoomLength: null, reentryRoomWidth: null, reentryRoomHeight: null }
    return {
      ...emptyProject(),
      ...drawn,
      ...room,
      door1Height: lower(drawn.door1Height),
      ...(has.door2 ? { door2Height: lower(drawn.door2Height) } : { door2Length: null, door2Height: null }),
      ...(has.door3 ? { door3Height: lower(drawn.door3Height) } : { door3Length: null, door3Height: null }),
      doorOpenCountDaily: Math.max(1, drawn.doorOpenCountDaily ?? 1),
      door1OpenState: states[0] as ProjectData['door1OpenState'],
      door2OpenState: states[1] as ProjectData['door2OpenState'],
      door3OpenState: states[2] as ProjectData['door3OpenState'],
      hasAirCurtain: curtains[0] as ProjectData['hasAirCurtain'],
      hasDoorCurtain: curtains[1] as ProjectData['hasDoorCurtain'],
      coldStorageType: type as ProjectData['coldStorageType'],
      coldStorageUsage: usage,
      name: '任意项目',
      city: '任意城市',
      customer: '任意客户',
      customerContact: null,
      customerReference: 'R-1',
    }
  })

/** Example A without its re-entry room: the store is the protected zone. */
export const withoutRoom: ProjectData = {
  ...exampleA,
  reentryRoomLength: null,
  reentryRoomWidth: null,
  reentryRoomHeight: null,
}
