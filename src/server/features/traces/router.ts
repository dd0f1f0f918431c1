import { oneDevice } from '#server/db/one-device.ts'
import { mutation, query, router } from '#server/trpc.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import {
  type DeviceTrace,
  OwnTracesRequest,
  TesteeTracesRequest,
  TownTracesRequest,
  type TraceDetail,
  TraceListRequest,
  type TraceRow,
  TraceSave,
  TraceStatusRequest,
  TraceUpdate,
} from '#shared/traces.ts'
import { findTraces, readTrace } from './queries.ts'
import { saveTrace, setTraceStatus, traceOfDevice, updateTrace } from './write.ts'

export const tracesRouter = router({
  // Traces by testee, person, device, town and status (C045); without the key of inspections a caller finds own traces,
  // without measurements.
  find: query(
    'traces.find',
    TraceListRequest,
    (ctx, input): Promise<Page<TraceRow>> => findTraces(ctx, 'traces.find', input),
  ),
  // The caller's own traces (C046); for everybody.
  mine: query(
    'traces.mine',
    OwnTracesRequest,
    (ctx, input): Promise<Page<TraceRow>> => findTraces(ctx, 'traces.mine', input),
  ),
  // One trace with its attachments (C043).
  get: query('traces.get', ById, (ctx, input): Promise<TraceDetail> => readTrace(ctx, input.id, 'traces.get')),
  ofTestee: query(
    'traces.ofTestee',
    TesteeTracesRequest,
    (ctx, input): Promise<Page<TraceRow>> => findTraces(ctx, 'traces.ofTestee', input),
  ),
  // Traces of the testees of a town, the newest first (C047).
  ofTown: query(
    'traces.ofTown',
    TownTracesRequest,
    (ctx, input): Promise<Page<TraceRow>> => findTraces(ctx, 'traces.ofTown', input),
  ),
  save: mutation(
    'traces.save',
    TraceSave,
    async (ctx, input): Promise<TraceDetail> => readTrace(ctx, await saveTrace(ctx, input), null),
  ),
  update: mutation('traces.update', TraceUpdate, async (ctx, input): Promise<TraceDetail> => {
    await updateTrace(ctx, input)
    return readTrace(ctx, input.id, null)
  }),
  // Whether the device is published, by whom and when.
  ofDevice: query('traces.ofDevice', ById, async (ctx, input): Promise<DeviceTrace> => {
    const device = await oneDevice(ctx.readDb, await ctx.services.places.narrow(ctx.scope), input.id)
    return traceOfDevice(ctx.readDb, device.id, ctx.config.timeZone)
  }),
  // Publish (1), do not publish (2) or judge invalid (3) (C042).
  setStatus: mutation('traces.setStatus', TraceStatusRequest, setTraceStatus),
})
