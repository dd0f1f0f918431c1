/** Source of the regeneration heat; only `electric` counts as electricity. */
export const heatSources = ['electric', 'steam', 'gas', 'hotWater'] as const
export type HeatSource = (typeof heatSources)[number]

/**
 * One line of a manufacturer's performance table: process air °C, its relative humidity % or humidity ratio g/kg, air
 * flow m³/h, and moisture removal, kg/h.
 */
export type CataloguePoint = {
  tC: number
  /** Relative to ice below 0 °C; null = the humidity ratio is given instead. */
  rhPct: number | null
  wGKg: number | null
  airflowM3h: number
  kgH: number
  /** Regeneration heat at this point, kW; null = not given. */
  heaterKw: number | null
}

/**
 * One dehumidifier. Air flow m³/h; rated kg/h at 20 °C / 60 %; power kW; process air tMin to tMax °C; sizes mm, weight
 * kg. null = not in the source.
 */
export type CatalogueModel = {
  model: string
  family: string
  maker: string | null
  /** Name of the manufacturer's sheet, and its printed date. */
  sheet: string | null
  sheetDate: string | null
  /** Source of the row, if it differs from that of its catalogue. */
  source: string | null
  airflowM3h: number
  /** Fraction of the rotor map's capacity; it applies without points, as in the reference series. */
  capFactor: number | null
  ratedCapacityKgH: number | null
  /** The manufacturer's performance points; if there are any, they alone determine the capacity. */
  points: readonly CataloguePoint[]
  fanKw: number
  /** Connected regeneration power. */
  regenKw: number
  heatSource: HeatSource
  regenTempC: number | null
  regenAirflowM3h: number | null
  /** Price of one unit. */
  price: number | null
  /** ISO 4217, such as CNY. */
  currency: string | null
  tMin: number
  tMax: number
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  weightKg: number | null
  /** Source of sizes and weight: estimate, or maker. */
  dimsStatus: string
}

/** A version of a set of models; a project keeps the version of its calculation. */
export type Catalogue = { version: string; source: string; models: readonly CatalogueModel[] }

/** The null values of a model with little data. */
export const unsaid = {
  maker: null,
  sheet: null,
  sheetDate: null,
  source: null,
  points: [],
  heatSource: 'electric',
  regenTempC: null,
  regenAirflowM3h: null,
  price: null,
  currency: null,
} as const satisfies Partial<CatalogueModel>

/**
 * The basis of a model's capacity: the manufacturer's points, one rating with the shape of the rotor map, or a factor
 * on that map.
 */
export const capacityBases = ['makerPoints', 'oneRating', 'referenceSeries'] as const
export type CapacityBasis = (typeof capacityBases)[number]
