/** open during the whole operating window · seals leak only · count × duration */
export const openStates = ['alwaysOpen', 'alwaysClosed', 'occasionally'] as const
export type OpenState = (typeof openStates)[number]
export const storageTypes = ['coldAirFan', 'tubeBank'] as const
export type StorageType = (typeof storageTypes)[number]

/** number: 1 to 3; sizes in m; openings per day. */
export type Door = { number: number; widthM: number; heightM: number; state: OpenState; openingsPerDay: number }
/** Length, width, height in m. */
export type Room = { lengthM: number; widthM: number; heightM: number }
/** °C and % relative humidity. */
export type Climate = { temperatureC: number; relativeHumidity: number }

/** The inputs of the calculation, complete and in one set of units. */
export type SelectionInputs = {
  altitudeM: number
  design: Climate
  /** Annual highest temperature °C and annual highest humidity ratio g/kg dry air. */
  peak: { temperatureC: number; humidityRatioGKg: number }
  /** null = not given; only the seasonal table uses it. */
  summer: Climate | null
  winter: Climate | null
  store: Climate & Room & { type: StorageType }
  reentryRoom: Room | null
  doors: readonly Door[]
  /** Operating window of the doors, h/day. */
  windowHours: number
  /** Open-pass-close time of one opening, s. */
  openSeconds: number
  airCurtain: boolean
  doorCurtain: boolean
  /** Factor on the load of the design day. */
  safety: number
  /** Face velocity of the dry-air sweep at the doorway, m/s. */
  sweepVelocity: number
  /** Number of duty units at which the search begins. */
  units: number
  /** Fraction of the nominal air flow, 0.5 to 1. */
  fanSetting: number
  /** Moisture released inside, kg/h. */
  moistureKgH: number
  /** CNY/kWh, and CNY of one unit; null = not given, and then no costs are shown. */
  electricityPrice: number | null
  unitPrice: number | null
}

/** m³ */
export const volumeOf = ({ lengthM, widthM, heightM }: Room): number => lengthM * widthM * heightM
