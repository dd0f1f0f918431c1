import { type DoorNumber, doorNumbers } from '#shared/selection/to-inputs.ts'
import type { WizardForm } from './wizard-form.ts'

export const doorParts = ['Length', 'Height', 'Width', 'OpenState', 'OpenCountDaily'] as const
type DoorPart = (typeof doorParts)[number]
export type DoorField = `door${DoorNumber}${DoorPart}`
type Values = WizardForm['values']
export type DoorValues = Pick<Values, DoorField>

export const doorField = <Part extends DoorPart>(door: DoorNumber, part: Part) => `door${door}${part}` as const
const fieldsOf = (door: DoorNumber): DoorField[] => doorParts.map((part) => doorField(door, part))
const isFilled = (values: Values, door: DoorNumber): boolean =>
  fieldsOf(door).some((name) => values[name].trim() !== '')

/** The doors of a form: the first one, and every other up to the last one of which something is filled in. */
export const doorsIn = (values: Values): number => Math.max(1, ...doorNumbers.filter((door) => isFilled(values, door)))

/** The fields of all doors once one of them is taken away; those after it move up, so that no gap is left. */
export function withoutDoor(values: Values, removed: DoorNumber): DoorValues {
  const rest = [...doorNumbers.filter((door) => door !== removed), null]
  return Object.fromEntries(
    doorNumbers.flatMap((door, index) => {
      const from = rest[index] ?? null
      return doorParts.map((part) => [doorField(door, part), from === null ? '' : values[doorField(from, part)]])
    }),
  ) as DoorValues
}

/** The fields of all doors as they are. */
export const doorValues = (values: Values): DoorValues =>
  Object.fromEntries(doorNumbers.flatMap(fieldsOf).map((name) => [name, values[name]])) as DoorValues
