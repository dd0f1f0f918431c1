import type { DeviceType } from '#shared/devices.ts'

/** Which devices: those of the place of the overview, or all of a type. */
export type PlaceFilter = { clientId?: number; accountId?: number; siteId?: number; type?: DeviceType }
