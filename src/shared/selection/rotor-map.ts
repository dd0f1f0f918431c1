import { constants } from './constants.ts'

/**
 * Leaving humidity ratio and leaving temperature of the default desiccant wheel of EnergyPlus, in the order c0, T, W, V, TW, TV, WV,
 * T², W², V², T²W², T²V², W²V², ln T, ln W, ln V; T °C, W kg/kg, V m/s. Source: Worek, UIC for GRI, regeneration at 121 °C;
 * DesiccantDehumidifiers.f90 and the I/O Reference.
 */
export const leavingHumidityTerms = [
  0.0148880824323806, -0.000283393198398211, -0.87802168940547, -0.000713615831236411, 0.0311261188874622,
  1.51738892142485e-6, 0.0287250198281021, 4.94796903231558e-6, 24.0771139652826, 0.000122270283927978,
  -0.0151657189566474, 3.91641393230322e-8, 0.126032651553348, 0.000391653854431574, 0.002160537360507,
  0.00132732844211593,
] as const
export const leavingTemperatureTerms = [
  -38.7782841989449, 2.0127655837628, 5212.49360216097, 15.2362536782665, -80.4910419759181, -0.105014122001509,
  -229.668673645144, -0.015424703743461, -69440.0689831847, -1.6686064694322, 38.5855718977592, 0.000196395381206009,
  386.179386548324, -0.801959614172614, -3.33080986818745, -15.2034386065714,
] as const
type Terms = typeof leavingHumidityTerms | typeof leavingTemperatureTerms

const names = [
  '',
  'T',
  'W',
  'V',
  'T*W',
  'T*V',
  'W*V',
  'T^2',
  'W^2',
  'V^2',
  'T^2*W^2',
  'T^2*V^2',
  'W^2*V^2',
  'ln(T)',
  'ln(W)',
  'ln(V)',
] as const
/** Format the polynomial for the trace. */
export const polynomialText = (terms: Terms): string =>
  terms.map((value, index) => (names[index] ? `${value}*${names[index]}` : String(value))).join(' + ')

/** Evaluate the polynomial for air of T °C and W kg/kg at a face velocity of V m/s, all within the map. */
export const polynomial = (c: Terms, T: number, W: number, V: number): number =>
  c[0] +
  c[1] * T +
  c[2] * W +
  c[3] * V +
  c[4] * T * W +
  c[5] * T * V +
  c[6] * W * V +
  c[7] * T ** 2 +
  c[8] * W ** 2 +
  c[9] * V ** 2 +
  c[10] * T ** 2 * W ** 2 +
  c[11] * T ** 2 * V ** 2 +
  c[12] * W ** 2 * V ** 2 +
  c[13] * Math.log(T) +
  c[14] * Math.log(W) +
  c[15] * Math.log(V)

const {
  rotorLowestHumidity,
  rotorHighestHumidity,
  rotorLowestTemperature,
  rotorHighestTemperature,
  rotorLeastLeaving,
  rotorFaceVelocity,
} = constants
const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
/** Limit °C to the map. */
export const clampedTemperature = (T: number): number =>
  within(T, rotorLowestTemperature.value, rotorHighestTemperature.value)
/** Limit kg/kg to the map. */
export const clampedHumidity = (W: number): number => within(W, rotorLowestHumidity.value, rotorHighestHumidity.value)
/** Return the humidity ratio of the air that leaves the wheel, kg/kg; inputs within the map. */
export const leavingHumidityRatio = (T: number, W: number, V: number): number =>
  Math.max(rotorLeastLeaving.value, polynomial(leavingHumidityTerms, T, W, V))

/**
 * Return the fraction of its moisture that the wheel removes from air of T °C and W kg/kg at a fraction f of the
 * nominal air flow; constant outside of the map.
 */
export function shareTaken(T: number, W: number, f: number): number {
  const inside = clampedHumidity(W)
  return 1 - leavingHumidityRatio(clampedTemperature(T), inside, rotorFaceVelocity.value * f) / inside
}
