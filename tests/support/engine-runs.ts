import { inject } from 'vitest'

/**
 * Number of runs of a property over the database: all of them on PostgreSQL, a third on the embedded engine. Both are
 * PostgreSQL, the embedded one takes several times as long, and every run of either begins with another seed.
 */
export const runsOfEngine = (all: number): number =>
  inject('template').engine === 'embedded' ? Math.ceil(all / 3) : all
