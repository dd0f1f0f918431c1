import fc from 'fast-check'
import type { CatalogueModel, CataloguePoint } from '#shared/selection/model.ts'
import { unsaid } from '#shared/selection/model.ts'
import { humidityRatioOf, specificVolume } from '#shared/selection/psychrometrics.ts'

const seaLevel = 101_325
/** Process air that manufacturers publish, °C and %. */
const states = [
  [-25, 70],
  [-20, 80],
  [-10, 80],
  [0, 70],
  [5, 60],
  [10, 60],
  [15, 60],
  [20, 60],
  [25, 60],
  [30, 50],
] as const
const digits = (value: number) => Number(value.toPrecision(4))

/** Return a point at an air condition of the table: it removes a fraction of the water in its air. */
const pointOf =
  (nominal: number) =>
  ([tC, rhPct]: readonly [number, number], share: number, setting: number, inGrams: boolean): CataloguePoint => {
    const W = humidityRatioOf.compute({ T: tC, RH: rhPct, P: seaLevel })
    const airflowM3h = Math.round(nominal * setting)
    const kgH = digits((airflowM3h / specificVolume.compute({ T: tC, W, P: seaLevel })) * W * share)
    return {
      tC,
      rhPct: inGrams ? null : rhPct,
      wGKg: inGrams ? digits(1_000 * W) : null,
      airflowM3h,
      kgH,
      heaterKw: null,
    }
  }

const temperaturesOf = (kind: string, points: readonly { state: number }[]): number[] =>
  kind === 'points' ? points.map(({ state }) => (states[state] ?? states[0])[0]) : []

const share = fc.double({ min: 0.15, max: 0.9, noNaN: true })
const model = (index: number): fc.Arbitrary<CatalogueModel> =>
  fc
    .record({
      airflowM3h: fc.integer({ min: 300, max: 25_000 }),
      kind: fc.constantFrom('factor', 'rating', 'points'),
      level: fc.double({ min: 0.3, max: 1.4, noNaN: true }),
      points: fc.uniqueArray(
        fc.record({
          state: fc.integer({ min: 0, max: states.length - 1 }),
          share,
          setting: fc.constantFrom(0.8, 1),
          grams: fc.boolean(),
        }),
        {
          minLength: 1,
          maxLength: 8,
          selector: ({ state }) => state,
        },
      ),
      watts: fc.double({ min: 0.7, max: 1.3, noNaN: true }),
      isCold: fc.boolean(),
    })
    .map(({ airflowM3h, kind, level, points, watts, isCold }) => ({
      ...unsaid,
      model: `M-${index}`,
      family: `F${index % 3}`,
      maker: `maker ${index % 2}`,
      airflowM3h,
      capFactor: kind === 'factor' ? digits(level) : null,
      ratedCapacityKgH: kind === 'rating' ? digits(level * 0.0059 * airflowM3h) : null,
      points:
        kind === 'points'
          ? points.map((point) =>
              pointOf(airflowM3h)(states[point.state] ?? states[0], point.share, point.setting, point.grams),
            )
          : [],
      fanKw: digits(0.05 + 0.0004 * airflowM3h * watts),
      regenKw: digits(0.0085 * airflowM3h * watts),
      // A manufacturer gives no points outside of the range of the model.
      tMin: Math.min(isCold ? -30 : -5, ...temperaturesOf(kind, points)),
      tMax: Math.max(isCold ? 20 : 45, ...temperaturesOf(kind, points)),
      lengthMm: null,
      widthMm: null,
      heightMm: null,
      weightKg: null,
      dimsStatus: 'estimate',
    }))

/** Catalogues of several imaginary manufacturers: factors, ratings, and up to eight points a model. */
export const madeUpCatalogues = fc
  .tuple(...Array.from({ length: 12 }, (_, index) => model(index)))
  .map((models) => ({ version: 'made up', source: 'made up', models: [...models] }))

/**
 * Return a large catalogue for measurements: models of rising air flow, each with points at as many air conditions. The
 * same on every call.
 */
export const modelsOfPoints = (models: number, points: number): CatalogueModel[] =>
  Array.from({ length: models }, (_, index) => {
    const airflowM3h = 300 + 40 * index
    return {
      ...unsaid,
      model: `P-${String(index).padStart(4, '0')}`,
      family: `P${index % 5}`,
      maker: `maker ${index % 5}`,
      airflowM3h,
      capFactor: null,
      ratedCapacityKgH: null,
      points: states
        .slice(0, points)
        .map((state, at) => pointOf(airflowM3h)(state, 0.35 + 0.03 * ((index + at) % 8), 1, at % 2 === 0)),
      fanKw: digits(0.05 + 0.0004 * airflowM3h),
      regenKw: digits(0.0085 * airflowM3h * (1 + (index % 7) / 50)),
      tMin: -30,
      tMax: 45,
      lengthMm: null,
      widthMm: null,
      heightMm: null,
      weightKg: null,
      dimsStatus: 'estimate',
    }
  })
