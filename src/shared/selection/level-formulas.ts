import { constants } from './constants.ts'
import { defineFormula } from './formula.ts'
import { specificVolume } from './psychrometrics.ts'
import { shareTaken } from './rotor-map.ts'

/** Points are rated at sea level. */
export const seaLevelPa = 101_325
export const {
  levelTemperature,
  levelHumidity,
  nearTemperature,
  nearHumidity,
  ratingTemperature,
  ratingHumidity,
  ratingAgreement,
} = constants
export const gramsPerKilogram = 1_000

export const mapCapacity = defineFormula({
  expression: 'V / vol(T, W, 101325) * W * taken(T, W, V / V_nom)',
  units: { V: 'm³/h', T: '°C', W: 'kg/kg', V_nom: 'm³/h' },
  unit: 'kg/h',
  source:
    'rotor map at the state and air flow of the point, at sea level; taken = share that the map takes at 4 m/s × V/V_nom [S]',
  compute: ({ V, T, W, V_nom }) =>
    (V / specificVolume.compute({ T, W, P: seaLevelPa })) * W * shareTaken(T, W, V / V_nom),
})
export const levelOfPoint = defineFormula({
  expression: 'K / K_map',
  units: { K: 'kg/h', K_map: 'kg/h' },
  unit: '-',
  source: 'level of the maker against the rotor map [J]',
  compute: ({ K, K_map }) => K / K_map,
})
/** Written without loops or the calculator, because the search calls it for every point of every model. */
export const squaredDistance = (T_z: number, T: number, W_z: number, W: number): number =>
  ((T_z - T) / levelTemperature.value) ** 2 + (((W_z - W) * gramsPerKilogram) / levelHumidity.value) ** 2
export const distanceToPoint = defineFormula({
  expression: '((T_z - T) / 10)^2 + ((W_z - W) / 0.003)^2',
  units: { T_z: '°C', T: '°C', W_z: 'kg/kg', W: 'kg/kg' },
  unit: '-',
  source: 'square of the distance of the duty from the point, 10 K and 3 g/kg as one [J]',
  compute: ({ T_z, T, W_z, W }) => squaredDistance(T_z, T, W_z, W),
})
/** Return the formula for levels k_1, k_2, … weighted by the inverse squares of their distances d_1, d_2, … */
export const weighted = (count: number) => {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const sum = (of: (number: number) => string) => numbers.map(of).join(' + ')
  return defineFormula<Record<string, string>>({
    expression: `(${sum((n) => `k_${n} / d_${n}`)}) / (${sum((n) => `1 / d_${n}`)})`,
    units: Object.fromEntries(
      numbers.flatMap((n) => [
        [`k_${n}`, '-'],
        [`d_${n}`, '-'],
      ]),
    ),
    unit: '-',
    source: 'levels of the points weighed by the inverse square of their distance: no value leaves their range [J]',
    compute: (values) => {
      const at = (name: string, n: number) => values[`${name}_${n}`] ?? Number.NaN
      const above = numbers.reduce((total, n) => total + at('k', n) / at('d', n), 0)
      return above / numbers.reduce((total, n) => total + 1 / at('d', n), 0)
    },
  })
}
