import { goodsOf } from './goods.ts'
import { type NumberName, numberFields, numberNames, type ProjectData } from './project-fields.ts'
import { humidityRatioOf, pressureAtAltitude, saturationHumidityRatio } from './psychrometrics.ts'
import { roomPlanOf } from './room-plan.ts'
import { doorsOf, numberOf, roomOf, stateOf } from './to-inputs.ts'
import type { Warning } from './warnings.ts'

const highestVolumeM3 = 100_000
const largestDoorM2 = 20
const farFromCityM = 300
const coldestModelC = -30

type Given = Partial<Record<NumberName, number>>
/**
 * Return only values within their range: the saturation curve is undefined for others, and the export refuses them
 * anyway.
 */
const given = (project: ProjectData): Given =>
  Object.fromEntries(
    numberNames.flatMap((name) => {
      const value = numberOf(project, name)
      return value === null || value < numberFields[name].min || value > numberFields[name].max ? [] : [[name, value]]
    }),
  )

function climateWarnings(given: Given, cityAltitude: number | null): Warning[] {
  const {
    altitudeAvg,
    tempSummerAvg,
    tempWinterAvg,
    tempMaxYear,
    outdoorTemp,
    outdoorHumidity,
    humidityContentMax: x,
  } = given
  const warnings: Warning[] = []
  const warn = (isSo: boolean, warning: Warning) => void (isSo && warnings.push(warning))
  if (altitudeAvg !== undefined && cityAltitude !== null)
    warn(Math.abs(altitudeAvg - cityAltitude) > farFromCityM, {
      code: 'altitudeFarFromCity',
      field: 'altitudeAvg',
      values: { city: cityAltitude },
    })
  if (tempSummerAvg !== undefined && tempWinterAvg !== undefined)
    warn(tempWinterAvg > tempSummerAvg, { code: 'winterAboveSummer', field: 'tempWinterAvg' })
  if (tempMaxYear === undefined) return warnings
  if (tempSummerAvg !== undefined) warn(tempMaxYear < tempSummerAvg, { code: 'peakBelowSummer', field: 'tempMaxYear' })
  if (outdoorTemp !== undefined) warn(tempMaxYear < outdoorTemp, { code: 'peakBelowOutdoor', field: 'tempMaxYear' })
  if (x === undefined) return warnings
  const pressure = pressureAtAltitude.compute({ z: altitudeAvg ?? 0 })
  const saturated = 1_000 * saturationHumidityRatio(tempMaxYear, pressure)
  warn(x > saturated, { code: 'humidityCut', field: 'humidityContentMax', values: { most: saturated } })
  if (outdoorTemp !== undefined && outdoorHumidity !== undefined) {
    const design = 1_000 * humidityRatioOf.compute({ T: outdoorTemp, RH: outdoorHumidity, P: pressure })
    warn(x < design, { code: 'humidityBelowDesign', field: 'humidityContentMax', values: { design } })
  }
  return warnings
}

function storeWarnings(project: ProjectData, given: Given): Warning[] {
  const {
    designTempStorage: T,
    designHumidityStorage: RH,
    outdoorTemp,
    storageLength = 0,
    storageWidth = 0,
    storageHeight = 0,
  } = given
  const kind = goodsOf(project.coldStorageUsage)
  const warnings: Warning[] = []
  const warn = (isSo: boolean, warning: Warning) => void (isSo && warnings.push(warning))
  if (kind?.tempMin != null && kind.tempMax !== null && T !== undefined)
    warn(T < kind.tempMin || T > kind.tempMax, {
      code: 'temperatureOutsideGoods',
      field: 'designTempStorage',
      values: { min: kind.tempMin, max: kind.tempMax },
    })
  if (kind?.rhMin != null && kind.rhMax !== null && RH !== undefined)
    warn(RH < kind.rhMin || RH > kind.rhMax, {
      code: 'humidityOutsideGoods',
      field: 'designHumidityStorage',
      values: { min: kind.rhMin, max: kind.rhMax },
    })
  if (T !== undefined) {
    warn(T < coldestModelC && roomOf(project) === null, { code: 'coldWithoutRoom', field: 'designTempStorage' })
    if (outdoorTemp !== undefined) warn(outdoorTemp <= T, { code: 'outdoorNotWarmer', field: 'outdoorTemp' })
  }
  warn(storageLength * storageWidth * storageHeight > highestVolumeM3, {
    code: 'volumeLarge',
    field: 'storageLength',
    values: { most: highestVolumeM3 },
  })
  return warnings
}

function operationWarnings(project: ProjectData, given: Given): Warning[] {
  const { doorOpenDuration, estSafety, estWindSpeed, reentryRoomLength, doorOperationTimeDaily } = given
  const { humidityContentMax } = project
  const seconds = doorOpenDuration ?? 20
  const warnings: Warning[] = []
  const warn = (isSo: boolean, warning: Warning) => void (isSo && warnings.push(warning))
  // Below the range of the field, and most likely typed in another unit.
  warn(humidityContentMax !== null && humidityContentMax > 0 && humidityContentMax < 1, {
    code: 'humidityInKgKg',
    field: 'humidityContentMax',
  })
  for (const { number, widthM, heightM, openingsPerDay } of doorsOf(project)) {
    const own = `door${number as 1 | 2 | 3}` as const
    warn(widthM * heightM > largestDoorM2, {
      code: 'doorLarge',
      field: `${own}Length`,
      values: { most: largestDoorM2 },
    })
    const busy = stateOf(project, number as 1 | 2 | 3) === 'occasionally' && doorOperationTimeDaily !== undefined
    if (busy)
      warn(openingsPerDay * seconds > 3_600 * doorOperationTimeDaily, {
        code: 'openAllTheTime',
        field: numberOf(project, `${own}OpenCountDaily`) ? `${own}OpenCountDaily` : 'doorOpenCountDaily',
        values: { door: number },
      })
  }
  const plan = roomPlanOf(project)
  const doorsM = doorsOf(project).reduce((sum, { widthM }) => sum + widthM, 0)
  if (plan)
    warn(!plan.doorsFit, { code: 'doorsWide', field: 'door1Length', values: { doors: doorsM, wall: plan.wallM } })
  warn(doorOpenDuration !== undefined && (doorOpenDuration < 3 || doorOpenDuration > 120), {
    code: 'durationOdd',
    field: 'doorOpenDuration',
  })
  warn(reentryRoomLength !== undefined && roomOf(project) !== null && reentryRoomLength < 3, {
    code: 'roomShort',
    field: 'reentryRoomLength',
  })
  warn(estSafety !== undefined && estSafety > 1.3, { code: 'safetyHigh', field: 'estSafety' })
  warn(estWindSpeed !== undefined && estWindSpeed < 0.3, { code: 'sweepLow', field: 'estWindSpeed' })
  return warnings
}

/**
 * Return warnings about unusual values while typing; none blocks the export of a project. `cityAltitude` = m, from the
 * city's row.
 */
export function inputWarnings(project: ProjectData, cityAltitude: number | null = null): Warning[] {
  const numbers = given(project)
  return [
    ...climateWarnings(numbers, cityAltitude),
    ...storeWarnings(project, numbers),
    ...operationWarnings(project, numbers),
  ]
}
