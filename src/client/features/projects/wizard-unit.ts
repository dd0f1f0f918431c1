import { say } from '#client/i18n.ts'
import type { NumberField } from '#shared/selection/project-fields.ts'

/** Units as shown in a field; units of a day are translated words. */
export const unitText = (unit: NumberField['unit']): string =>
  unit === '1/day' ? say('wizardField.unit.perDay') : unit === 'h' ? say('wizardField.unit.hours') : unit
