import { z } from 'zod'
import { sexes, type TesteeRow, type TownRow } from '#shared/testees.ts'
import type { DeviceTrace, TraceDetail, TraceRow } from '#shared/traces.ts'
import { answerOf, count, id, listOf, optionalId, optionalText, text } from './answer-schemas.ts'
import { firstPage } from './example-values.ts'
import { type Route, route } from './route.ts'

export const traceAnswer = answerOf<DeviceTrace>()(
  z.object({
    id: id.nullable(),
    deviceId: id.nullable(),
    testeeId: id.nullable(),
    status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    person: text.nullable(),
    timeStr: text.nullable(),
  }),
)
const figure = z.number().nullable()

export const traceShape = {
  id,
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  testeeId: optionalId,
  deviceId: optionalId,
  serial: optionalText,
  name: optionalText,
  sex: z.enum(sexes).nullable(),
  phone: optionalText,
  age: count.nullable(),
  townId: optionalId,
  townName: optionalText,
  measureTimeStr: optionalText,
  systolic: figure,
  diastolic: figure,
  fastingBloodSugar: figure,
  bmi: figure,
  conclusions: optionalText,
  userId: optionalId,
  userName: optionalText,
  createTimeStr: text,
  updateTimeStr: text,
  rowVersion: id,
}
export const traceRowAnswer = answerOf<TraceRow>()(z.object(traceShape))
export const traceDetailAnswer = answerOf<TraceDetail>()(
  z.object({
    ...traceShape,
    attachments: z.array(z.object({ id, fileName: text, mime: text, size: count, url: text })),
  }),
)
export const testeeAnswer = answerOf<TesteeRow>()(
  z.object({
    id,
    name: text,
    sex: z.enum(sexes).nullable(),
    phone: optionalText,
    birthday: optionalText,
    age: count.nullable(),
    townId: optionalId,
    townName: optionalText,
    traces: count,
    lastMeasureTimeStr: optionalText,
    createTimeStr: text,
    rowVersion: id,
  }),
)
export const townAnswer = answerOf<TownRow>()(z.object({ id, name: text }))

/** Traces, and the people and towns whose health is measured. */
export const traceRoutes: readonly Route[] = [
  route('POST', '/trace/setStatus/:id', 'traces.setStatus', {
    call: 'C042',
    title: 'api.traceStatus',
    input: { status: ['query.status', 'body.status'] },
    answer: traceAnswer,
    example: { params: { id: 5 }, query: { status: 1 } },
  }),
  route('GET', '/trace/getDetail/:id', 'traces.get', {
    call: 'C043',
    title: 'api.traceGet',
    answer: traceDetailAnswer,
    example: { params: { id: 5 } },
  }),
  route('POST', '/trace/find/', 'traces.find', {
    call: 'C045',
    title: 'api.traceFind',
    answer: listOf(traceRowAnswer),
    example: { body: { ...firstPage, testeeId: 3, status: '' } },
  }),
  route('POST', '/trace/mine', 'traces.mine', {
    call: 'C046',
    title: 'api.traceMine',
    answer: listOf(traceRowAnswer),
    example: { body: firstPage },
  }),
  route('GET', '/trace/listByTesteeId/:testeeId', 'traces.ofTestee', {
    title: 'api.traceOfTestee',
    answer: listOf(traceRowAnswer),
    example: { params: { testeeId: 3 }, query: firstPage },
  }),
  route('GET', '/trace/townTrace', 'traces.ofTown', {
    call: 'C047',
    title: 'api.traceOfTown',
    answer: listOf(traceRowAnswer),
    example: { query: { townId: 2, ...firstPage } },
  }),
  route('POST', '/trace/save', 'traces.save', {
    title: 'api.traceSave',
    answer: traceDetailAnswer,
    example: {
      body: {
        testeeId: 2,
        measureTimeStr: '{today-1} 09:30',
        systolic: 128,
        diastolic: 82,
        fastingBloodSugar: 5.4,
        bmi: 23.1,
        conclusions: '正常',
      },
    },
  }),
  route('POST', '/trace/update/:id', 'traces.update', {
    title: 'api.traceUpdate',
    answer: traceDetailAnswer,
    example: { params: { id: 6 }, body: { systolic: 132, diastolic: 84, rowVersion: 1 } },
  }),
  route('POST', '/testee/find/', 'testees.find', {
    title: 'api.testeeFind',
    answer: listOf(testeeAnswer),
    example: { body: { ...firstPage, name: '', townId: 2 } },
  }),
  route('GET', '/testee/getById/:id', 'testees.get', {
    title: 'api.testeeGet',
    answer: testeeAnswer,
    example: { params: { id: 3 } },
  }),
  route('POST', '/testee/save', 'testees.save', {
    title: 'api.testeeSave',
    answer: testeeAnswer,
    example: {
      body: { name: '周立新', sex: '男', phone: '13912345682', birthday: '1966-03-21', townId: 1, companyId: 2 },
    },
  }),
  route('POST', '/testee/update/:id', 'testees.update', {
    title: 'api.testeeUpdate',
    answer: testeeAnswer,
    example: { params: { id: 1 }, body: { phone: '13912345683', rowVersion: 1 } },
  }),
  route('POST', '/town/find/', 'towns.find', {
    title: 'api.townFind',
    answer: listOf(townAnswer),
    example: { body: { ...firstPage, name: '' } },
  }),
  route('POST', '/town/save', 'towns.save', {
    title: 'api.townSave',
    answer: townAnswer,
    example: { body: { name: '云溪镇' } },
  }),
]
