import fc from 'fast-check'
import psychrolib from 'psychrolib'
import { expect, test } from 'vitest'
import { exampleA, validProjects } from '#tests/support/projects.ts'
import type { TraceStep } from './formula.ts'
import type { ProjectData } from './project-fields.ts'
import { referenceCatalogue } from './reference-catalogue.ts'
import { selectEquipment } from './select.ts'

const atmosphere = 101_325
/** The rotor map of the specification, 2e. */
const leavingRatio = (T: number, W: number, V: number): number =>
  0.0148880824323806 -
  0.000283393198398211 * T -
  0.87802168940547 * W -
  0.000713615831236411 * V +
  0.0311261188874622 * T * W +
  1.51738892142485e-6 * T * V +
  0.0287250198281021 * W * V +
  4.94796903231558e-6 * T ** 2 +
  24.0771139652826 * W ** 2 +
  0.000122270283927978 * V ** 2 -
  0.0151657189566474 * T ** 2 * W ** 2 +
  3.91641393230322e-8 * T ** 2 * V ** 2 +
  0.126032651553348 * W ** 2 * V ** 2 +
  0.000391653854431574 * Math.log(T) +
  0.002160537360507 * Math.log(W) +
  0.00132732844211593 * Math.log(V)
/** The functions in formulas, implemented without the code under test. */
const functions = {
  min: Math.min,
  max: Math.max,
  abs: Math.abs,
  sqrt: Math.sqrt,
  ln: Math.log,
  cos: Math.cos,
  vol: (temperature: number, ratio: number, pressure: number) =>
    (287.042 * (temperature + 273.15) * (1 + 1.607858 * ratio)) / pressure,
  taken(temperature: number, ratio: number, setting: number): number {
    const [T, W, V] = [
      Math.min(48.9, Math.max(1.67, temperature)),
      Math.min(0.02857, Math.max(0.002857, ratio)),
      4 * setting,
    ]
    return 1 - Math.max(0.000857, leavingRatio(T, W, V)) / W
  },
  pws: (temperature: number) => psychrolib.GetSatVapPres(temperature),
  Ws: (temperature: number, pressure: number) =>
    (0.621945 * psychrolib.GetSatVapPres(temperature)) / (pressure - psychrolib.GetSatVapPres(temperature)),
  Tsat(pressure: number): number {
    let [low, high] = [-100, 200]
    while (high - low > 1e-5) {
      const middle = (low + high) / 2
      if (psychrolib.GetSatVapPres(middle) < pressure) low = middle
      else high = middle
    }
    return low
  },
  leastOver(from: number, to: number, step: number, value: (temperature: number) => number): number {
    let least = value(to)
    for (let index = 1; from + index * step < to; index += 1) least = Math.min(least, value(from + index * step))
    return to > from ? least : Number.NaN
  },
}

const compiled = new Map<string, (...values: unknown[]) => number>()
/** Return the result that a reader gets from the printed formula and its inputs. */
function rebuilt({ formula, inputs }: TraceStep): number {
  const names = [...Object.keys(functions), ...Object.keys(inputs)]
  const key = `${formula} ${names.join()}`
  const code =
    compiled.get(key) ??
    (new Function(...names, `return ${formula.replaceAll('^', '**')}`) as (...values: unknown[]) => number)
  compiled.set(key, code)
  return code(...Object.values(functions), ...Object.values(inputs).map(({ value }) => value))
}

function traceOf(project: ProjectData): readonly TraceStep[] {
  const outcome = selectEquipment(project, referenceCatalogue)
  if (!outcome.complete) throw new Error(JSON.stringify(outcome))
  return outcome.trace
}

function expectRebuilt(trace: readonly TraceStep[]): void {
  for (const row of trace) {
    if (row.formula === 'given') continue
    // Without a span there is no mixing line: the limit is saturation itself.
    if (row.formula.startsWith('leastOver') && row.inputs.T_r?.value === row.inputs.T_z?.value) continue
    const again = rebuilt(row)
    const scale = Math.max(Math.abs(row.result), row.unit === 'kg/kg' ? 1e-6 : row.unit === '°C' ? 1 : 1e-3)
    const error = Math.abs(again - row.result) / scale
    if (!(error < (row.unit === '°C' ? 1e-3 : 1e-6)))
      throw new Error(
        `${row.step} = ${row.formula} with ${JSON.stringify(row.inputs)} gives ${again}, not ${row.result}`,
      )
  }
}

test('compute every number of example A again from its printed formula and inputs', () => {
  const trace = traceOf(exampleA)
  expectRebuilt(trace)
  expect(new Set(trace.map(({ step }) => step)).size).toBe(trace.length)
  for (const row of trace) expect(row.source, row.step).not.toBe('')
})

test('trace each input of a formula to a result, a value of the form, or a constant', () => {
  const trace = traceOf(exampleA)
  const known = new Set<number>([
    ...trace.map(({ result }) => result),
    ...Object.values(exampleA).filter((value) => typeof value === 'number'),
    0,
    0.25,
    0.8,
    0.85,
    0.5,
    8,
    10,
    // Months of the year.
    ...Array.from({ length: 12 }, (_, index) => index + 1),
  ])
  // Areas and volumes of the form, and the catalogue data of an S-2000.
  for (const value of [2.4 * 2.7, 1.2 * 2.2, 120, 2_000, 0.85, 17]) known.add(value)
  const unknown = trace.flatMap(({ step, inputs }) =>
    Object.entries(inputs).flatMap(([name, { value }]) =>
      known.has(Number(value)) ? [] : [`${step} ${name} ${value}`],
    ),
  )
  expect(unknown).toEqual([])
})

test('compute every number of any project again', () => {
  fc.assert(
    fc.property(validProjects, (project) => expectRebuilt(traceOf(project))),
    { numRuns: 300 },
  )
}, 120_000)

test('give the standard atmosphere as the pressure at sea level', () => {
  expect(traceOf({ ...exampleA, altitudeAvg: 0 })[0]).toMatchObject({
    step: 'pressure',
    result: atmosphere,
    inputs: { z: { value: 0, unit: 'm' } },
  })
})
