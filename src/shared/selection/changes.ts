import { constants } from './constants.ts'
import type { Room, SelectionInputs } from './inputs.ts'

/** A re-entry room of ordinary size, as high as the tallest door. */
const proposedRoom = ({ doors }: SelectionInputs): Room => ({
  lengthM: constants.proposedRoomLength.value,
  widthM: constants.proposedRoomWidth.value,
  heightM: Math.max(constants.proposedRoomHeight.value, ...doors.map(({ heightM }) => heightM)),
})
export const withProposedRoom = (inputs: SelectionInputs): SelectionInputs => ({
  ...inputs,
  reentryRoom: proposedRoom(inputs),
})
export const withoutRoom = (inputs: SelectionInputs): SelectionInputs => ({ ...inputs, reentryRoom: null })

/** Close doors that are permanently open: they are opened as often as the form says. */
export const withDoorsClosed = (inputs: SelectionInputs): SelectionInputs => ({
  ...inputs,
  doors: inputs.doors.map((door) => (door.state === 'alwaysOpen' ? { ...door, state: 'occasionally' } : door)),
})

/** Return inputs with fewer or shorter openings: in both cases the open time is this fraction of the former. */
export const withOpenings = (inputs: SelectionInputs, share: number): SelectionInputs => ({
  ...inputs,
  doors: inputs.doors.map((door) => ({ ...door, openingsPerDay: door.openingsPerDay * share })),
})
