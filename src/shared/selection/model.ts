/** Where the heat of regeneration comes from; only `electric` is paid as electricity. */
export const heatSources = ['electric', 'steam', 'gas', 'hotWater'] as const
export type HeatSource = (typeof heatSources)[number]

/** One line of a maker's performance table: process air °C, its relative humidity % or humidity ratio g/kg, air flow m³/h, and what it takes, kg/h. */
export type CataloguePoint = {
  tC: number
  /** Relative to ice below 0 °C; null = the humidity ratio is given. One of both always is. */
  rhPct: number | null
  wGKg: number | null
  airflowM3h: number
  kgH: number
  /** Heat of regeneration at this point, kW; null = not said. */
  heaterKw: number | null
}

/** One dehumidifier. Air flow m³/h; rated kg/h at 20 °C / 60 %; power kW; process air tMin to tMax °C; sizes mm, weight kg. null = the source does not say. */
export type CatalogueModel = {
  model: string
  family: string
  maker: string | null
  /** Name of the maker's sheet, and its date as printed there. */
  sheet: string | null
  sheetDate: string | null
  /** Where the row comes from, when it is not where its catalogue comes from. */
  source: string | null
  airflowM3h: number
  /** Share of the rotor map's capacity; without points it decides, as in the reference series. */
  capFactor: number | null
  ratedCapacityKgH: number | null
  /** The maker's performance points; where there are any, they alone decide what the model takes. */
  points: readonly CataloguePoint[]
  fanKw: number
  /** Connected heat of regeneration. */
  regenKw: number
  heatSource: HeatSource
  regenTempC: number | null
  regenAirflowM3h: number | null
  /** Of one unit. */
  price: number | null
  /** ISO 4217, such as CNY. */
  currency: string | null
  tMin: number
  tMax: number
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  weightKg: number | null
  /** Where sizes and weight come from: estimate, or maker. */
  dimsStatus: string
}

/** A set of models as it stood at one time; a project keeps the version it was calculated with. */
export type Catalogue = { version: string; source: string; models: readonly CatalogueModel[] }

/** What a model of which little is known does not say. */
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

/** On what the capacity of a model rests: the maker's points, one rating with the shape of the rotor map, or a factor on that map. */
export const capacityBases = ['makerPoints', 'oneRating', 'referenceSeries'] as const
export type CapacityBasis = (typeof capacityBases)[number]
