import { constants } from './constants.ts'
import type { Climate, Door, OpenState, Room, SelectionInputs } from './inputs.ts'
import { type FieldName, type NumberField, type NumberName, numberFields, type ProjectData } from './project-fields.ts'

/** Return the value of a number; null if it is empty. A 0 outside the field's range is empty by the documented rule. */
export function numberOf(project: ProjectData, name: NumberName): number | null {
  const value = project[name]
  if (value === null || Number.isNaN(value)) return null
  const { min, max, above }: NumberField = numberFields[name]
  return value === 0 && (min > 0 || max < 0 || above === true) ? null : value
}

export const doorNumbers = [1, 2, 3] as const
export type DoorNumber = (typeof doorNumbers)[number]
const doorName = <Part extends 'Length' | 'Height' | 'OpenState' | 'OpenCountDaily'>(number: DoorNumber, part: Part) =>
  `door${number}${part}` as const

/** Return the openings per day of a door: its own, or the common average. */
const openingsOf = (project: ProjectData, number: DoorNumber): number =>
  numberOf(project, doorName(number, 'OpenCountDaily')) || numberOf(project, 'doorOpenCountDaily') || 0

/** Return the state of a door; by default it is opened occasionally. */
export const stateOf = (project: ProjectData, number: DoorNumber): OpenState =>
  project[doorName(number, 'OpenState')] ?? 'occasionally'

/** Return the doors that have both sizes. */
export const doorsOf = (project: ProjectData): Door[] =>
  doorNumbers.flatMap((number) => {
    const widthM = numberOf(project, doorName(number, 'Length'))
    const heightM = numberOf(project, doorName(number, 'Height'))
    return widthM === null || heightM === null
      ? []
      : [{ number, widthM, heightM, state: stateOf(project, number), openingsPerDay: openingsOf(project, number) }]
  })

/** Return the re-entry room, or null unless all three sizes are given. */
export function roomOf(project: ProjectData): Room | null {
  const [lengthM, widthM, heightM] = [
    numberOf(project, 'reentryRoomLength'),
    numberOf(project, 'reentryRoomWidth'),
    numberOf(project, 'reentryRoomHeight'),
  ]
  return lengthM === null || widthM === null || heightM === null ? null : { lengthM, widthM, heightM }
}

const climateOf = (temperatureC: number | null, relativeHumidity: number | null): Climate | null =>
  temperatureC === null || relativeHumidity === null ? null : { temperatureC, relativeHumidity }

/** Required numbers of the calculation. */
const needed = [
  'tempMaxYear',
  'humidityContentMax',
  'designTempStorage',
  'outdoorTemp',
  'designHumidityStorage',
  'outdoorHumidity',
  'storageLength',
  'storageWidth',
  'storageHeight',
  'door1Length',
  'door1Height',
  'doorOperationTimeDaily',
] as const satisfies readonly NumberName[]
const neededChoices = ['coldStorageType', 'hasAirCurtain', 'hasDoorCurtain'] as const

/** Return the fields that the calculation still needs, in the order of the form. */
export function missingForCalculation(project: ProjectData): FieldName[] {
  const numbers: FieldName[] = needed.filter((name) => numberOf(project, name) === null)
  const choices = neededChoices.filter((name) => project[name] === null)
  const uncounted = doorsOf(project).some(
    ({ state, openingsPerDay }) => state === 'occasionally' && openingsPerDay === 0,
  )
  return [...numbers, ...choices, ...(uncounted ? ['doorOpenCountDaily' as const] : [])]
}

/**
 * Return the calculation's inputs, with the documented defaults for empty fields; null while a required one is missing.
 */
export function toInputs(project: ProjectData): SelectionInputs | null {
  if (missingForCalculation(project).length > 0) return null
  const number = (name: (typeof needed)[number]): number => numberOf(project, name) ?? Number.NaN
  const or = (name: NumberName, constant: { value: number }): number => numberOf(project, name) ?? constant.value
  return {
    altitudeM: or('altitudeAvg', constants.defaultAltitude),
    design: { temperatureC: number('outdoorTemp'), relativeHumidity: number('outdoorHumidity') },
    peak: { temperatureC: number('tempMaxYear'), humidityRatioGKg: number('humidityContentMax') },
    summer: climateOf(numberOf(project, 'tempSummerAvg'), numberOf(project, 'humiditySummerAvg')),
    winter: climateOf(numberOf(project, 'tempWinterAvg'), numberOf(project, 'humidityWinterAvg')),
    store: {
      temperatureC: number('designTempStorage'),
      relativeHumidity: number('designHumidityStorage'),
      lengthM: number('storageLength'),
      widthM: number('storageWidth'),
      heightM: number('storageHeight'),
      type: project.coldStorageType ?? 'coldAirFan',
    },
    reentryRoom: roomOf(project),
    doors: doorsOf(project),
    windowHours: number('doorOperationTimeDaily'),
    openSeconds: or('doorOpenDuration', constants.defaultOpenDuration),
    airCurtain: project.hasAirCurtain === 'yes',
    doorCurtain: project.hasDoorCurtain === 'yes',
    safety: or('estSafety', constants.defaultSafety),
    sweepVelocity: or('estWindSpeed', constants.defaultSweepVelocity),
    units: or('deviceCount', constants.defaultUnits),
    fanSetting: or('deviceWindAdjust', constants.defaultFanSetting),
    moistureKgH: or('moisture', constants.defaultMoisture),
    electricityPrice: numberOf(project, 'electricityPrice'),
    unitPrice: numberOf(project, 'unitPrice'),
  }
}
