import type { DeviceType } from '#shared/devices.ts'

/** Whose devices: the one place of the overview, or all of a type. */
export type PlaceFilter = { clientId?: number; accountId?: number; siteId?: number; type?: DeviceType }
