import type { CaseLoad } from '#shared/selection/moisture-loads.ts'

const secondsPerHour = 3_600

/** Moisture through one door while it is open and through its seals, kg/h, mean of the operating window. */
export type DoorShare = { number: number; openKgH: number; leakKgH: number }

/**
 * Return the moisture load of each door in a case: 3600 × flow × humidity difference, as the steps of the trace sum it.
 */
export const doorShares = ({ doors, outdoor, zone }: CaseLoad): DoorShare[] => {
  const drier = Math.max(0, outdoor.humidityRatio - zone.humidityRatio)
  return doors.map(({ door, openFlowKgS, leakFlowKgS }) => ({
    number: door.number,
    openKgH: secondsPerHour * openFlowKgS * drier,
    leakKgH: secondsPerHour * leakFlowKgS * drier,
  }))
}
