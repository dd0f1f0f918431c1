import type { z } from 'zod'
import type { ProcedurePath } from '#server/permissions.ts'
import { jsonSchemaOf } from '#server/rest/fields.ts'
import { exampleOf } from '#tests/support/schema-example.ts'
import { tableOf } from '#tests/tenants.ts'
import type { PlanCase } from './plan-cases.ts'
import { changesWanted, trialPassword } from './plan-change-cases.ts'
import type { ChangeFacts } from './plan-change-facts.ts'
import type { PlanFacts } from './plan-facts.ts'

/** Fields with the same meaning everywhere. */
const common: Readonly<Record<string, unknown>> = {
  password: trialPassword,
  ownPassword: trialPassword,
  passwd: trialPassword,
  passwordAgain: trialPassword,
  materialId: 1,
  materialTypeId: 1,
  modelId: 1,
  townId: 1,
}

const unversioned: ReadonlySet<ProcedurePath> = new Set(['machines.updateParts'])

/** A call of a mutation, and statements before it in its transaction. */
export type ChangeCase = PlanCase & { prepare: string[] }

/**
 * Return the measured calls of a mutation: the smallest that its schema allows, each about a row of the largest tenant,
 * and the worst known ones.
 */
export function changesOf(
  path: ProcedurePath,
  input: z.ZodType | undefined,
  facts: PlanFacts,
  given: ChangeFacts,
): ChangeCase[] {
  const schema = input ? jsonSchemaOf(input, 'input') : { type: 'object', properties: {} }
  const choose = (name: string): unknown => {
    if (name in common) return common[name]
    if (name === 'siteId' || (name === 'id' && path.startsWith('sites.'))) return facts.site
    const table = tableOf(path, name)
    return table ? given.rows.get(table) : undefined
  }
  const least = exampleOf(schema, choose)
  // For a record without changes; a record that exists only after its save has no version.
  const versioned = 'rowVersion' in (schema.properties ?? {}) && !unversioned.has(path)
  const base = typeof least === 'object' && least !== null ? (least as Record<string, unknown>) : {}
  const cases = changesWanted(facts, given)[path] ?? [{}]
  return cases.map(({ fields = {}, prepare = [] }) => {
    const asked = { ...base, ...(versioned && { rowVersion: 1 }), ...fields }
    const filters = Object.entries(asked).map(([name, value]) => `${name}=${JSON.stringify(value)?.slice(0, 40)}`)
    return { filters: filters.join(' ').slice(0, 160), input: asked, far: false, prepare }
  })
}
