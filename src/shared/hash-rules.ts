import { z } from 'zod'
import type { DeviceType } from './devices.ts'
import type { HashRules } from './transitions.ts'

/** TH/s above which a target is a slip of the keyboard. */
export const highestTarget = 1_000
const Target = z.coerce.number().positive().max(highestTarget)
const Share = z.coerce.number().positive().max(1)
const byType = <Value extends z.ZodType>(value: Value) => z.object({ T30: value, T20: value } satisfies Record<DeviceType, Value>)

/** Targets in TH/s, and k, by type. Source: fleet.md, States */
export const HashRulesFields = z.object({ targets: byType(Target), share: byType(Share) })

/** `rowVersion` 0 = the defaults, which nobody has changed yet. */
export const HashRulesSave = z.object({ ...HashRulesFields.shape, rowVersion: z.coerce.number().int().min(0).optional() })
export type HashRulesSave = z.output<typeof HashRulesSave>
export type HashRulesRow = HashRules & { rowVersion: number }
