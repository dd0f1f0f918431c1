import { procedure, router } from '#server/trpc.ts'
import { DeviceExportRequest, DeviceListRequest } from '#shared/devices.ts'
import { ById } from '#shared/paging.ts'
import { addDeviceChecks, deviceReviewers } from './checks.ts'
import { exportDevices } from './export.ts'
import { deviceMachinesExport } from './export-machines.ts'
import { deviceWarningsExport } from './export-warnings.ts'
import { hashRules, saveHashRules } from './hash-rules-calls.ts'
import { markDevices } from './mark.ts'
import { findDevices, getDevice } from './queries.ts'
import { scrapDevice } from './scrap.ts'
import { deviceTimeline } from './timeline.ts'
import { deviceWarnings } from './warnings.ts'

export const devicesRouter = router({
  // The device table; its cards, pies and export take the same filters.
  find: procedure('devices.find')
    .input(DeviceListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return findDevices(ctx.readDb, await places.book(), await places.narrow(ctx.scope, input), input)
    }),
  // One device with its reviewers and its newest report.
  get: procedure('devices.get')
    .input(ById)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return getDevice(ctx.db, await places.book(), await places.narrow(ctx.scope), input.id)
    }),
  // The list as a file: all rows that match, whatever page is on the screen.
  export: procedure('devices.export')
    .input(DeviceExportRequest)
    .query(({ ctx, input }) => exportDevices(ctx, input)),
  // The same with the parts of each machine (C031).
  exportMachines: deviceMachinesExport,
  // Takes a device out of service for good.
  scrap: scrapDevice,
  // Lost, found or scrapped: one, some, or all that match.
  mark: markDevices,
  // What a hash rate is compared with, and its change.
  hashRules,
  saveHashRules,
  // Every change of the state of one device.
  timeline: deviceTimeline,
  // Devices in trouble, the longest first.
  warnings: deviceWarnings,
  exportWarnings: deviceWarningsExport,
  reviewers: deviceReviewers,
  addChecks: addDeviceChecks,
})
