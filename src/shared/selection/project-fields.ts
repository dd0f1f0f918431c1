/**
 * A number of the form: its name in the wizard's naming (null = the same), unit, the range that an export accepts, and
 * its page. A 0 outside the range counts as empty. Source: spec section 3.
 */
export type NumberField = {
  wizard: string | null
  unit: '' | 'm' | '°C' | '%' | 'g/kg' | '1/day' | 'h' | 's' | 'm/s' | 'kg/h' | 'CNY' | 'CNY/kWh'
  min: number
  max: number
  /** The minimum itself is refused. */
  above?: true
  whole?: true
  page: 1 | 2 | 3
}

const field = (
  unit: NumberField['unit'],
  min: number,
  max: number,
  page: NumberField['page'],
  wizard: string | null = null,
): NumberField => ({
  wizard,
  unit,
  min,
  max,
  page,
})
const whole = (number: NumberField): NumberField => ({ ...number, whole: true })

export const numberFields = {
  altitudeAvg: field('m', -400, 5_500, 1, 'averageAltitude'),
  tempSummerAvg: field('°C', -20, 45, 1, 'summerTemperature'),
  tempWinterAvg: field('°C', -50, 35, 1, 'winterTemperature'),
  humiditySummerAvg: field('%', 5, 100, 1, 'summerHumidity'),
  humidityWinterAvg: field('%', 5, 100, 1, 'winterHumidity'),
  tempMaxYear: field('°C', 0, 55, 1, 'maxTemperature'),
  humidityContentMax: field('g/kg', 1, 35, 1, 'maxMoistureContent'),
  designTempStorage: field('°C', -60, 20, 1, 'designTemperature'),
  outdoorTemp: field('°C', -45, 50, 1, 'outdoorTemperature'),
  designHumidityStorage: field('%', 20, 100, 1, 'designHumidity'),
  outdoorHumidity: field('%', 5, 100, 1),
  storageLength: field('m', 1, 300, 2),
  storageWidth: field('m', 1, 300, 2),
  storageHeight: field('m', 2, 40, 2),
  door1Length: field('m', 0.3, 8, 2),
  door1Height: field('m', 0.3, 8, 2),
  door1Width: field('m', 0, 2, 2),
  door1OpenCountDaily: whole(field('1/day', 0, 5_000, 2)),
  door2Length: field('m', 0.3, 8, 2),
  door2Height: field('m', 0.3, 8, 2),
  door2Width: field('m', 0, 2, 2),
  door2OpenCountDaily: whole(field('1/day', 0, 5_000, 2)),
  door3Length: field('m', 0.3, 8, 2),
  door3Height: field('m', 0.3, 8, 2),
  door3Width: field('m', 0, 2, 2),
  door3OpenCountDaily: whole(field('1/day', 0, 5_000, 2)),
  doorOperationTimeDaily: { ...field('h', 0, 24, 2, 'dailyDoorOperationTime'), above: true },
  reentryRoomLength: field('m', 1.5, 60, 3, 'returnRoomLength'),
  reentryRoomWidth: field('m', 1.5, 60, 3, 'returnRoomWidth'),
  reentryRoomHeight: field('m', 2, 15, 3, 'returnRoomHeight'),
  doorOpenCountDaily: whole(field('1/day', 0, 5_000, 3, 'dailyDoorOpenings')),
  doorOpenDuration: field('s', 1, 3_600, 3),
  estSafety: field('', 1, 2, 3),
  estWindSpeed: field('m/s', 0.1, 3, 3),
  deviceCount: whole(field('', 1, 8, 3)),
  deviceWindAdjust: field('', 0.5, 1, 3),
  moisture: field('kg/h', 0, 500, 3, 'ssl'),
  electricityPrice: field('CNY/kWh', 0.01, 100, 3),
  unitPrice: field('CNY', 1, 100_000_000, 3),
} as const satisfies Record<string, NumberField>
export type NumberName = keyof typeof numberFields
export const numberNames = Object.keys(numberFields) as NumberName[]

/** A choice of the form: the stored codes; labels are in the dictionary. Goods have their own list. */
export const choiceFields = {
  coldStorageType: { wizard: null, codes: ['coldAirFan', 'tubeBank'], page: 1 },
  door1OpenState: { wizard: 'door1Status', codes: ['alwaysOpen', 'alwaysClosed', 'occasionally'], page: 2 },
  door2OpenState: { wizard: 'door2Status', codes: ['alwaysOpen', 'alwaysClosed', 'occasionally'], page: 2 },
  door3OpenState: { wizard: 'door3Status', codes: ['alwaysOpen', 'alwaysClosed', 'occasionally'], page: 2 },
  hasAirCurtain: { wizard: null, codes: ['yes', 'no'], page: 3 },
  hasDoorCurtain: { wizard: null, codes: ['yes', 'no'], page: 3 },
} as const
export type ChoiceName = keyof typeof choiceFields
export const choiceNames = Object.keys(choiceFields) as ChoiceName[]

export const textFields = {
  name: { wizard: 'projectName', page: 1 },
  city: { wizard: 'projectCity', page: 1 },
  customer: { wizard: null, page: 1 },
  customerContact: { wizard: null, page: 1 },
  customerReference: { wizard: null, page: 1 },
  coldStorageUsage: { wizard: 'coldStoragePurpose', page: 1 },
} as const
export type TextName = keyof typeof textFields
/** Texts stored as typed; goods are chosen from their list. */
export const typedTexts = [
  'name',
  'city',
  'customer',
  'customerContact',
  'customerReference',
] as const satisfies readonly TextName[]

export type FieldName = NumberName | ChoiceName | TextName

/** Temperatures of the export check that may really be 0 °C; a user confirms that next to the field. */
export const zeroFields = [
  'tempWinterAvg',
  'tempMaxYear',
  'designTempStorage',
  'outdoorTemp',
] as const satisfies readonly NumberName[]
export type ZeroName = (typeof zeroFields)[number]

/** The required fields of an export, in the documented order (R484). */
export const exportFields = [
  'name',
  'city',
  'tempWinterAvg',
  'tempMaxYear',
  'humidityContentMax',
  'coldStorageType',
  'coldStorageUsage',
  'designTempStorage',
  'outdoorTemp',
  'designHumidityStorage',
  'outdoorHumidity',
  'storageLength',
  'storageWidth',
  'storageHeight',
  'door1Length',
  'door1Height',
  'doorOpenCountDaily',
  'doorOperationTimeDaily',
  'hasAirCurtain',
  'hasDoorCurtain',
] as const satisfies readonly FieldName[]

/**
 * The calculation's fields of a project in the server's naming; null = empty. `coldStorageUsage` is a key of the goods.
 */
export type ProjectData = { [Name in NumberName]: number | null } & {
  [Name in ChoiceName]: (typeof choiceFields)[Name]['codes'][number] | null
} & { [Name in TextName]: string | null } & { zeroConfirmed: ZeroName[] }

/** Initial values of a new project (B §9). */
export const projectDefaults = {
  estSafety: 1.1,
  estWindSpeed: 0.5,
  deviceCount: 1,
  moisture: 0,
} as const satisfies Partial<Record<NumberName, number>>

const wizardEntries: [string, string][] = [
  ['projectId', 'projectNo'],
  ...[...Object.entries(numberFields), ...Object.entries(choiceFields), ...Object.entries(textFields)].flatMap(
    ([name, { wizard }]): [string, string][] => (wizard === null ? [] : [[wizard, name]]),
  ),
]
/** Wizard's name → server's name, if they differ. */
export const serverNames: ReadonlyMap<string, string> = new Map(wizardEntries)

/** Return fields of either naming under the server's names; if both are sent, the server's name takes precedence. */
export function inServerNaming(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(raw)) {
    const name = serverNames.get(key)
    if (name === undefined) named[key] = value
    else if (!(name in raw)) named[name] = value
  }
  return named
}
