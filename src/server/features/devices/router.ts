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
import { attendDevices, findAssignees } from './care.ts'

import { addDeviceChecks, deviceReviewers } from './checks.ts'
import { exportDevices } from './export.ts'
import { exportMachines } from './export-machines.ts'
import { exportWarnings } from './export-warnings.ts'
import { markDevices } from './mark.ts'
import { findDevices, getDevice } from './queries.ts'
import { scrapDevice } from './scrap.ts'

import { getSerialList, keepSerials } from './serial-lists.ts'

import { findSerialPatterns, saveSerialPatterns } from './serial-patterns.ts'

import { timelineOf } from './timeline.ts'
import { findWarnings } from './warnings.ts'

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
  exportMachines: procedure('devices.exportMachines')
    .input(MachineExportRequest)
    .query(({ ctx, input }) => exportMachines(ctx, input)),
  // Takes a device out of service for good.
  scrap: procedure('devices.scrap')
    .input(ScrapRequest)
    .mutation(({ ctx, input }) => scrapDevice(ctx, input)),
  // Lost, found or scrapped: one, some, or all that match.
  mark: procedure('devices.mark')
    .input(MarkRequest)
    .mutation(({ ctx, input }): Promise<MarkAnswer> => markDevices(ctx, input)),
  // What the serials of a base look like: learnt from its fleet, or said by a person.
  serialPatterns: procedure('devices.serialPatterns')
    .input(SerialPatternsRequest)
    .query(({ ctx, input }): Promise<SerialPatternsRow> => findSerialPatterns(ctx, input.companyId)),
  saveSerialPatterns: procedure('devices.saveSerialPatterns')
    .input(SerialPatternsSave)
    .mutation(({ ctx, input }): Promise<SerialPatternsRow> => saveSerialPatterns(ctx, input)),
  // Every change of one device: of its state, and of whom it belonged to.
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
  // Devices in trouble, the longest first.
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
  // Seen, given to somebody, or noted: one machine in trouble, some, or all that match.
  attend: procedure('devices.attend')
    .input(CareRequest)
    .mutation(({ ctx, input }): Promise<CareAnswer> => attendDevices(ctx, input)),
  // Who can be given machines.
  assignees: procedure('devices.assignees').query(({ ctx }) => findAssignees(ctx)),
  exportWarnings: procedure('devices.exportWarnings')
    .input(WarningExportRequest)
    .query(({ ctx, input }) => exportWarnings(ctx, input)),
  // Keeps pasted serials as a filter of the list, and says which are unknown.
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
