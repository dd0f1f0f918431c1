import { constants } from './constants.ts'
import type { Room, SelectionInputs } from './inputs.ts'

export const withCurtains = (inputs: SelectionInputs, both: boolean): SelectionInputs => ({
  ...inputs,
  airCurtain: both,
  doorCurtain: both,
})

/** A room of ordinary size, as high as the tallest door needs. */
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

/** Doors that stand open are opened as often as the form says instead. */
export const withDoorsClosed = (inputs: SelectionInputs): SelectionInputs => ({
  ...inputs,
  doors: inputs.doors.map((door) => (door.state === 'alwaysOpen' ? { ...door, state: 'occasionally' } : door)),
})

/** Fewer or shorter openings: either way the open time is this share of before. */
export const withOpenings = (inputs: SelectionInputs, share: number): SelectionInputs => ({
  ...inputs,
  doors: inputs.doors.map((door) => ({ ...door, openingsPerDay: door.openingsPerDay * share })),
})
