import type { DeviceState } from '#shared/devices.ts'

type Shape = { d: string; width?: number; dash?: string }
/**
 * A shape for each state, so that a colour is never the only sign of it. Drawn in a box of 12 by 12: filled, or with a
 * line of a width.
 */
export const stateShapes: Record<DeviceState, Shape> = {
  normal: { d: 'M1 6a5 5 0 1 0 10 0a5 5 0 1 0-10 0z' },
  low: { d: 'M1 2.5h10L6 11z' },
  warn: { d: 'M6 1l5 9.5H1z' },
  offline: { d: 'M2 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0z', width: 2 },
  repairing: { d: 'M6 .5L11.5 6 6 11.5.5 6z' },
  repaired: { d: 'M6 2l4 4-4 4-4-4z', width: 2 },
  lost: { d: 'M1.5 1.5h9v9h-9z', width: 2, dash: '3 1.5' },
  scrap: { d: 'M2 2l8 8M10 2l-8 8', width: 2.5 },
}
