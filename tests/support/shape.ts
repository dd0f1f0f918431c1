import { inject } from 'vitest'

/** What a territory that a test makes by hand says of the database of this run. */
export function shapeOfRun(): { spread?: true } {
  const template = inject('template')
  return template.engine === 'postgres' && template.nodes.length > 0 ? { spread: true } : {}
}
