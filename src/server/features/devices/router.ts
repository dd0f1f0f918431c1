import { procedure, router } from '#server/trpc.ts'
import { type CareAnswer, CareRequest } from '#shared/device-care.ts'
import {
  AddChecksRequest,
  type Reviewer,
  ReviewersRequest,
  TimelineRequest,
  WarningListRequest,
} from '#shared/device-detail.ts'
import { type DeviceDetail, DeviceExportRequest, DeviceListRequest, ScrapRequest } from '#shared/devices.ts'
import { MachineExportRequest, WarningExportRequest } from '#shared/exports.ts'
import { ById } from '#shared/request-fields.ts'
import { type MarkAnswer, MarkRequest } from '#shared/selected-devices.ts'

import { BySerialList, type KeptSerialList, SerialListRequest } from '#shared/serial-lists.ts'
import { SerialPatternsRequest, type SerialPatternsRow, SerialPatternsSave } from '#shared/serial-pattern.ts'
import { attendDevices, findAssignees } from './attend-devices.ts'

import { addDeviceChecks, deviceReviewers } from './device-checks.ts'
import { exportDevices } from './export.ts'
import { exportMachines } from './export-machines.ts'
import { exportWarnings } from './export-warnings.ts'
import { markDevices } from './mark-devices.ts'
import { findDevices, getDevice } from './queries.ts'
import { scrapDevice } from './scrap.ts'

import { getSerialList, keepSerials } from './serial-lists.ts'

import { findSerialPatterns, saveSerialPatterns } from './serial-patterns.ts'

import { timelineOf } from './timeline.ts'
import { findWarnings } from './warnings.ts'

export const devicesRouter = router({
  // The device table. Its cards, pies and export take the same filters.
  find: procedure('devices.find')
    .input(DeviceListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return findDevices(ctx.readDb, await places.book(), await places.narrow(ctx.scope, input), input)
    }),
  get: procedure('devices.get')
    .input(ById)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return getDevice(ctx.db, await places.book(), await places.narrow(ctx.scope), input.id)
    }),
  // The list as a file: all matching rows, whatever page is on the screen.
  export: procedure('devices.export')
    .input(DeviceExportRequest)
    .query(({ ctx, input }) => exportDevices(ctx, input)),
  // The same with the parts of each machine (C031).
  exportMachines: procedure('devices.exportMachines')
    .input(MachineExportRequest)
    .query(({ ctx, input }) => exportMachines(ctx, input)),
  scrap: procedure('devices.scrap')
    .input(ScrapRequest)
    .mutation(({ ctx, input }) => scrapDevice(ctx, input)),
  // Marks one, several or all matching devices as lost, found or scrapped.
  mark: procedure('devices.mark')
    .input(MarkRequest)
    .mutation(({ ctx, input }): Promise<MarkAnswer> => markDevices(ctx, input)),
  // The patterns of a base's serials: learnt from its fleet, or set by a user.
  serialPatterns: procedure('devices.serialPatterns')
    .input(SerialPatternsRequest)
    .query(({ ctx, input }): Promise<SerialPatternsRow> => findSerialPatterns(ctx, input.companyId)),
  saveSerialPatterns: procedure('devices.saveSerialPatterns')
    .input(SerialPatternsSave)
    .mutation(({ ctx, input }): Promise<SerialPatternsRow> => saveSerialPatterns(ctx, input)),
  // All events of one device: changes of its state and of its owner.
  timeline: procedure('devices.timeline')
    .input(TimelineRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      const set = await places.narrow(ctx.scope)
      const reader = { book: await places.book(), set, language: ctx.request.language }
      return timelineOf(ctx.readDb, set, input, reader, {
        personal: ctx.reach === 'client' || ctx.reach === 'account',
        timeZone: ctx.config.timeZone,
      })
    }),
  // Devices in trouble, longest first.
  warnings: procedure('devices.warnings')
    .input(WarningListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      return findWarnings(
        ctx.readDb,
        await places.book(),
        await places.narrow(ctx.scope, input),
        input,
        ctx.reach === 'client' || ctx.reach === 'account',
      )
    }),
  // Acknowledges machines in trouble, assigns them or adds a note: one, several or all that match.
  attend: procedure('devices.attend')
    .input(CareRequest)
    .mutation(({ ctx, input }): Promise<CareAnswer> => attendDevices(ctx, input)),
  // The users that machines can be assigned to.
  assignees: procedure('devices.assignees').query(({ ctx }) => findAssignees(ctx)),
  exportWarnings: procedure('devices.exportWarnings')
    .input(WarningExportRequest)
    .query(({ ctx, input }) => exportWarnings(ctx, input)),
  // Stores pasted serials as a filter of the list, and returns the unknown ones.
  keepSerials: procedure('devices.keepSerials')
    .input(SerialListRequest)
    .mutation(({ ctx, input }): Promise<KeptSerialList> => keepSerials(ctx, input)),
  serialList: procedure('devices.serialList')
    .input(BySerialList)
    .query(({ ctx, input }): Promise<KeptSerialList> => getSerialList(ctx, input.serialList)),
  reviewers: procedure('devices.reviewers')
    .input(ReviewersRequest)
    .query(({ ctx, input }): Promise<Reviewer[]> => deviceReviewers(ctx, input)),
  addChecks: procedure('devices.addChecks')
    .input(AddChecksRequest)
    .mutation(({ ctx, input }): Promise<DeviceDetail> => addDeviceChecks(ctx, input)),
})
