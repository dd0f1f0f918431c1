import { inject } from 'vitest'
import type { DeviceSet, Territory } from '#server/db/device-set.ts'

/** Return the part of a territory that depends on the database of this run, for a test that builds one by hand. */
export function shapeOfRun(): { spread?: true } {
  const template = inject('template')
  return template.engine === 'postgres' && template.nodes.length > 0 ? { spread: true } : {}
}

/** Return a territory of whole bases, or of the sites in `given`. */
export const territoryOf = <Given extends Partial<DeviceSet>>(
  companyIds: readonly number[],
  given?: Given,
): Territory & Given =>
  ({
    everything: false,
    companyIds,
    siteIds: null,
    clientId: null,
    accountId: null,
    ...given,
    ...shapeOfRun(),
  }) as Territory & Given
