import { CatalogueForm, rowsOfForm } from '#shared/catalogue-forms.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import type { Catalogue } from '#shared/selection/model.ts'

/** A model of a manufacturer with its own names, for the duty of worked example A. */
const modelLine = (cells: Record<string, unknown>) => ({
  model: 'X',
  maker: 'Rotor',
  sheet: 'R sheet',
  sheetDate: '2026-05',
  airflowM3h: 2_000,
  fanKw: 0.8,
  regenKw: 16,
  tMin: -20,
  tMax: 40,
  ...cells,
})
const point = (tC: number, kgH: number) => ({ tC, rhPct: 60, kgH })
const named = '(Rotor, R sheet, 2026-05)'

type CapacityCase = { title: string; models: ReturnType<typeof modelLine>[]; basis: string; warning: string | null }
/** The possible bases of the capacity of `1 × X` for worked example A, with their English texts. */
export const capacityCases: CapacityCase[] = [
  {
    title: 'one rating, beside one of 0.1 kg/h that takes no power',
    models: [
      modelLine({ ratedCapacityKgH: 12 }),
      modelLine({ model: 'WEAK', ratedCapacityKgH: 0.1, fanKw: 0, regenKw: 0 }),
    ],
    basis: `one rating of the maker, shape of the EnergyPlus rotor map ${named}`,
    warning: null,
  },
  {
    title: 'several points',
    models: [modelLine({ points: [point(5, 4.8), point(20, 12)] })],
    basis: `maker’s points ${named}`,
    warning: null,
  },
  {
    title: 'points far away',
    models: [modelLine({ points: [point(30, 20)] })],
    basis: `maker’s points ${named}`,
    warning: 'the duty lies outside the maker’s points, nearest: 30 °C, 16 g/kg',
  },
  {
    title: 'a factor alone, under no maker’s name',
    models: [modelLine({ capFactor: 1 })],
    basis: 'reference series',
    warning: null,
  },
]

/** Return such models as a catalogue, read as by an import. */
export const catalogueOfCase = ({ models }: CapacityCase): Catalogue => ({
  version: 'catalogue.json',
  source: '',
  models: readCatalogueRows(rowsOfForm(CatalogueForm.parse({ models }))).models,
})
