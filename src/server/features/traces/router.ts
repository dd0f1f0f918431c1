import { oneDevice } from '#server/db/one-device.ts'
import { procedure, router } from '#server/trpc.ts'
import { type DeviceTrace, TraceStatusRequest } from '#shared/device-detail.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import {
  OwnTracesRequest,
  TesteeTracesRequest,
  TownTracesRequest,
  type TraceDetail,
  TraceListRequest,
  type TraceRow,
  TraceSave,
  TraceUpdate,
} from '#shared/traces.ts'
import { findTraces, readTrace } from './queries.ts'
import { saveTrace, setTraceStatus, traceOfDevice, updateTrace } from './write.ts'

export const tracesRouter = router({
  // Traces by testee, person, device, town and status (C045); without the key of inspections a caller finds own traces,
  // without measurements.
  find: procedure('traces.find')
    .input(TraceListRequest)
    .query(({ ctx, input }): Promise<Page<TraceRow>> => findTraces(ctx, 'traces.find', input)),
  // The caller's own traces (C046); for everybody.
  mine: procedure('traces.mine')
    .input(OwnTracesRequest)
    .query(({ ctx, input }): Promise<Page<TraceRow>> => findTraces(ctx, 'traces.mine', input)),
  // One trace with its attachments (C043).
  get: procedure('traces.get')
    .input(ById)
    .query(({ ctx, input }): Promise<TraceDetail> => readTrace(ctx, input.id, 'traces.get')),
  ofTestee: procedure('traces.ofTestee')
    .input(TesteeTracesRequest)
    .query(({ ctx, input }): Promise<Page<TraceRow>> => findTraces(ctx, 'traces.ofTestee', input)),
  // Traces of the testees of a town, the newest first (C047).
  ofTown: procedure('traces.ofTown')
    .input(TownTracesRequest)
    .query(({ ctx, input }): Promise<Page<TraceRow>> => findTraces(ctx, 'traces.ofTown', input)),
  save: procedure('traces.save')
    .input(TraceSave)
    .mutation(async ({ ctx, input }): Promise<TraceDetail> => readTrace(ctx, await saveTrace(ctx, input), null)),
  update: procedure('traces.update')
    .input(TraceUpdate)
    .mutation(async ({ ctx, input }): Promise<TraceDetail> => {
      await updateTrace(ctx, input)
      return readTrace(ctx, input.id, null)
    }),
  // Whether the device is published, by whom and when.
  ofDevice: procedure('traces.ofDevice')
    .input(ById)
    .query(async ({ ctx, input }): Promise<DeviceTrace> => {
      const device = await oneDevice(ctx.readDb, await ctx.services.places.narrow(ctx.scope), input.id)
      return traceOfDevice(ctx.readDb, device.id, ctx.config.timeZone)
    }),
  // Publish (1), do not publish (2) or judge invalid (3) (C042).
  setStatus: procedure('traces.setStatus')
    .input(TraceStatusRequest)
    .mutation(({ ctx, input }): Promise<DeviceTrace> => setTraceStatus(ctx, input)),
})
