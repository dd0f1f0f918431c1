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

/** The number of doors of a form: up to the last door that has a value, at least one. */
export const doorsIn = (values: Values): number => Math.max(1, ...doorNumbers.filter((door) => isFilled(values, door)))

/** The fields of all doors after one is removed; the doors after it move up, so that there is no gap. */
export function withoutDoor(values: Values, removed: DoorNumber): DoorValues {
  const rest = [...doorNumbers.filter((door) => door !== removed), null]
  return Object.fromEntries(
    doorNumbers.flatMap((door, index) => {
      const from = rest[index] ?? null
      return doorParts.map((part) => [doorField(door, part), from === null ? '' : values[doorField(from, part)]])
    }),
  ) as DoorValues
}

/** The present fields of all doors. */
export const doorValues = (values: Values): DoorValues =>
  Object.fromEntries(doorNumbers.flatMap(fieldsOf).map((name) => [name, values[name]])) as DoorValues
