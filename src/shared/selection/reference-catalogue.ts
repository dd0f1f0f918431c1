import { type Catalogue, type CatalogueModel, unsaid } from './model.ts'

type Row = readonly [
  model: string,
  airflowM3h: number,
  ratedCapacityKgH: number,
  fanKw: number,
  regenKw: number,
  length: number,
  width: number,
  height: number,
  weight: number,
]

const standard: readonly Row[] = [
  ['S-500', 500, 2.96, 0.25, 4.2, 1500, 650, 950, 80],
  ['S-800', 800, 4.74, 0.37, 6.8, 1600, 700, 1050, 100],
  ['S-1200', 1200, 7.11, 0.53, 10.2, 1700, 800, 1150, 130],
  ['S-1600', 1600, 9.48, 0.69, 13.6, 1800, 850, 1250, 155],
  ['S-2000', 2000, 11.85, 0.85, 17, 1850, 950, 1300, 180],
  ['S-2500', 2500, 14.81, 1.05, 21.2, 1950, 1000, 1400, 215],
  ['S-3200', 3200, 18.96, 1.33, 27.1, 2050, 1100, 1500, 260],
  ['S-4000', 4000, 23.7, 1.65, 33.9, 2200, 1200, 1600, 310],
  ['S-5000', 5000, 29.63, 2.05, 42.4, 2300, 1300, 1750, 370],
  ['S-6300', 6300, 37.33, 2.57, 53.4, 2450, 1400, 1850, 450],
  ['S-8000', 8000, 47.4, 3.25, 67.8, 2650, 1500, 2050, 550],
  ['S-10000', 10000, 59.25, 4.05, 84.8, 2800, 1650, 2200, 670],
  ['S-12500', 12500, 74.07, 5.05, 106, 3000, 1800, 2400, 815],
  ['S-16000', 16000, 94.81, 6.45, 135.6, 3250, 2000, 2600, 1015],
  ['S-20000', 20000, 118.51, 8.05, 169.5, 3500, 2200, 2850, 1240],
]

const lowTemperature: readonly Row[] = [
  ['L-500', 500, 2.67, 0.25, 4.9, 1500, 650, 950, 80],
  ['L-800', 800, 4.27, 0.37, 7.8, 1600, 700, 1050, 100],
  ['L-1200', 1200, 6.4, 0.53, 11.7, 1700, 800, 1150, 130],
  ['L-1600', 1600, 8.53, 0.69, 15.6, 1800, 850, 1250, 155],
  ['L-2000', 2000, 10.67, 0.85, 19.5, 1850, 950, 1300, 180],
  ['L-2500', 2500, 13.33, 1.05, 24.4, 1950, 1000, 1400, 215],
  ['L-3200', 3200, 17.07, 1.33, 31.2, 2050, 1100, 1500, 260],
  ['L-4000', 4000, 21.33, 1.65, 39, 2200, 1200, 1600, 310],
  ['L-5000', 5000, 26.66, 2.05, 48.7, 2300, 1300, 1750, 370],
  ['L-6300', 6300, 33.6, 2.57, 61.4, 2450, 1400, 1850, 450],
  ['L-8000', 8000, 42.66, 3.25, 78, 2650, 1500, 2050, 550],
  ['L-10000', 10000, 53.33, 4.05, 97.5, 2800, 1650, 2200, 670],
  ['L-12500', 12500, 66.66, 5.05, 121.8, 3000, 1800, 2400, 815],
  ['L-16000', 16000, 85.33, 6.45, 156, 3250, 2000, 2600, 1015],
  ['L-20000', 20000, 106.66, 8.05, 195, 3500, 2200, 2850, 1240],
]

const modelOf =
  (series: Pick<CatalogueModel, 'family' | 'capFactor' | 'tMin' | 'tMax'>) =>
  ([
    model,
    airflowM3h,
    ratedCapacityKgH,
    fanKw,
    regenKw,
    lengthMm,
    widthMm,
    heightMm,
    weightKg,
  ]: Row): CatalogueModel => ({
    ...unsaid,
    ...series,
    model,
    airflowM3h,
    ratedCapacityKgH,
    fanKw,
    regenKw,
    lengthMm,
    widthMm,
    heightMm,
    weightKg,
    dimsStatus: 'estimate',
  })

/**
 * A reference series, not a brand, used until manufacturer data is loaded: 15 air flows, S for process air of 1.67 to
 * 40 °C, L for -30 to 15 °C. Rated kg/h (20 °C, 60 %) and regeneration from the rotor map, fans 0.05 + 0.0004 V kW,
 * sizes and weights are estimates.
 */
export const referenceCatalogue: Catalogue = {
  version: '1',
  source: 'reference series',
  models: [
    ...standard.map(modelOf({ family: 'S', capFactor: 1, tMin: 1.67, tMax: 40 })),
    ...lowTemperature.map(modelOf({ family: 'L', capFactor: 0.9, tMin: -30, tMax: 15 })),
  ],
}
