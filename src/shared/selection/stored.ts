import type { Alternative } from './alternatives.ts'
import type { NoFit } from './remedies.ts'
import type { Selection } from './select.ts'
import type { Variant } from './variant.ts'

/** Values that calculation 1.0 did not have. */
const unsaidOfVariant = { frostWithKgDay: null, setPointGKg: null } satisfies Partial<Variant>
const unsaid = {
  capacityBasis: null,
  capacitySource: null,
  frostWithKgDay: null,
  isCondensate: false,
  storeHumidityGKg: null,
  setPointGKg: null,
  supplyTempC: null,
  sensibleHeatKw: null,
  dryCoilNeedKgH: null,
  annualFrostWithoutKg: null,
  annualFrostWithKg: null,
  running: null,
} satisfies Partial<Selection>

/**
 * Return a stored result in today's form: values that its calculation did not have are null. Its numbers stay
 * unchanged.
 */
export function storedSelection(stored: Selection): Selection {
  const variant = (one: Variant | null): Variant | null => one && { ...unsaidOfVariant, ...one }
  const noFit = stored.noFit as NoFit | null
  return {
    ...unsaid,
    ...stored,
    alternatives: stored.alternatives.map((one): Alternative => ({ ...unsaidOfVariant, ...one })),
    noFit: noFit && {
      ...noFit,
      remedies: noFit.remedies.map((remedy) => ({
        ...remedy,
        alone: variant(remedy.alone),
        together: variant(remedy.together),
      })),
    },
  }
}
