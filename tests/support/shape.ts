import { inject } from 'vitest'

/** Return the part of a territory that depends on the database of this run, for a test that builds one by hand. */
export function shapeOfRun(): { spread?: true } {
  const template = inject('template')
  return template.engine === 'postgres' && template.nodes.length > 0 ? { spread: true } : {}
}
