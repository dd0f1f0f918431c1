import { sharedRead } from '#server/db/shared-reads.ts'
import { mutation, procedure, query, router } from '#server/trpc.ts'
import { CareRequest } from '#shared/device-care.ts'
import { AddChecksRequest, ReviewersRequest, TimelineRequest, WarningListRequest } from '#shared/device-detail.ts'
import { DeviceExportRequest, DeviceListRequest, ScrapRequest } from '#shared/devices.ts'
import { MachineExportRequest, WarningExportRequest } from '#shared/exports.ts'
import { ById } from '#shared/request-fields.ts'
import { MarkRequest } from '#shared/selected-devices.ts'

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
  find: query('devices.find', DeviceListRequest, async (ctx, input) => {
    const { readDb, services } = ctx
    const set = await services.places.narrow(ctx.scope, input)
    const book = await services.places.book()
    return sharedRead(readDb, ['devices.find', book.version, set, input], () => findDevices(readDb, book, set, input))
  }),
  get: query('devices.get', ById, async (ctx, input) => {
    const { places } = ctx.services
    return getDevice(ctx.db, await places.book(), await places.narrow(ctx.scope), input.id)
  }),
  // The list as a file: all matching rows, whatever page is on the screen.
  export: query('devices.export', DeviceExportRequest, exportDevices),
  // The same with the parts of each machine (C031).
  exportMachines: query('devices.exportMachines', MachineExportRequest, exportMachines),
  scrap: mutation('devices.scrap', ScrapRequest, scrapDevice),
  // Marks one, several or all matching devices as lost, found or scrapped.
  mark: mutation('devices.mark', MarkRequest, markDevices),
  // The patterns of a base's serials: learnt from its fleet, or set by a user.
  serialPatterns: query(
    'devices.serialPatterns',
    SerialPatternsRequest,
    (ctx, input): Promise<SerialPatternsRow> => findSerialPatterns(ctx, input.companyId),
  ),
  saveSerialPatterns: mutation('devices.saveSerialPatterns', SerialPatternsSave, saveSerialPatterns),
  // All events of one device: changes of its state and of its owner.
  timeline: query('devices.timeline', TimelineRequest, async (ctx, input) => {
    const { places } = ctx.services
    const set = await places.narrow(ctx.scope)
    const reader = { book: await places.book(), set, language: ctx.request.language }
    return timelineOf(ctx.readDb, set, input, reader, {
      personal: ctx.reach === 'client' || ctx.reach === 'account',
      timeZone: ctx.config.timeZone,
    })
  }),
  // Devices in trouble, longest first.
  warnings: query('devices.warnings', WarningListRequest, async (ctx, input) => {
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
  attend: mutation('devices.attend', CareRequest, attendDevices),
  // The users that machines can be assigned to.
  assignees: procedure('devices.assignees').query(({ ctx }) => findAssignees(ctx)),
  exportWarnings: query('devices.exportWarnings', WarningExportRequest, exportWarnings),
  // Stores pasted serials as a filter of the list, and returns the unknown ones.
  keepSerials: mutation('devices.keepSerials', SerialListRequest, keepSerials),
  serialList: query(
    'devices.serialList',
    BySerialList,
    (ctx, input): Promise<KeptSerialList> => getSerialList(ctx, input.serialList),
  ),
  reviewers: query('devices.reviewers', ReviewersRequest, deviceReviewers),
  addChecks: mutation('devices.addChecks', AddChecksRequest, addDeviceChecks),
})
