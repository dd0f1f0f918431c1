import { z } from 'zod'
import type { ApiWord } from '#shared/i18n/api.ts'
import type { Page } from '#shared/paging.ts'
import type { RepairChart } from '#shared/repair-chart.ts'
import { lineAnswers, type RepairRow, type RepairSaveAnswer, repairOutcomes, repairTypes } from '#shared/repairs.ts'
import { answerOf, count, id, listOf, text } from './answer-schemas.ts'
import { pictureAnswer } from './attachments.ts'
import type { CallExample } from './call-example.ts'
import { fileTypes } from './example-values.ts'
import { type Route, route } from './route.ts'

const type = z.enum(repairTypes)

export const repairAnswer = answerOf<RepairRow>()(
  z.object({
    id,
    type,
    deviceId: id,
    deviceSerial: text,
    site: text.nullable(),
    client: text.nullable(),
    clientNow: text.nullable(),
    notes: text.nullable(),
    repairDateStr: text,
    createTimeStr: text,
    outcome: z.enum(repairOutcomes).nullable(),
    clockDays: count.nullable(),
    clockRunning: z.boolean(),
    backOnlineStr: text.nullable(),
    repeated: z.boolean(),
    open: z.boolean(),
    buyCompany: text.nullable(),
    workshop: text.nullable(),
    cost: count.nullable(),
    warrantyUntil: text.nullable(),
    underWarranty: z.boolean(),
    person: text.nullable(),
    voided: z.object({ reason: text, person: text.nullable(), timeStr: text }).nullable(),
    rowVersion: id,
  }),
)
/** Add the documented `…Str` fields, which contain a time; a repair is stored by its day. */
export const withRepairTimes = ({ data, ...rest }: Page<RepairRow>): Page<RepairRow> => ({
  ...rest,
  data: data.map((row) => ({ ...row, repairDateStr: `${row.repairDateStr} 00:00:00` })),
})
export const repairChartAnswer = answerOf<RepairChart>()(
  z.object({
    xAxisData: z.array(text),
    series: z.array(z.object({ name: type, data: z.array(count) })),
  }),
)
export const repairSaveAnswer = answerOf<RepairSaveAnswer>()(
  z.object({
    type,
    done: count,
    refused: count,
    dryRun: z.boolean(),
    orderIds: z.array(id),
    lines: z.array(
      z.object({
        line: id,
        serial: text,
        answer: z.enum(lineAnswers),
        text,
        site: text.nullable(),
        recordId: id.nullable(),
      }),
    ),
  }),
)
export const voidedAnswer = answerOf<{ id: number; deviceSerial: string }>()(z.object({ id, deviceSerial: text }))

const repairs: CallExample = { body: { type: '', repairDateQuery: ['{today-29}', '{today}'], reservePeriod: 'day' } }
const repairOf = (type: string, deviceSerial: string, more: Record<string, unknown>): CallExample => ({
  body: { type, deviceSerial, ...more },
})

const chartRoute = (call: `C${number}`, path: string, title: ApiWord, line: '送回' | '送修'): Route =>
  route('POST', path, 'repairs.chart', {
    call,
    title,
    input: { line: { always: line } },
    answer: repairChartAnswer,
    example: repairs,
  })

/** Repair and return. */
export const repairRoutes: readonly Route[] = [
  chartRoute('C062', '/data/byRepairDaylyBack', 'api.repairBack', '送回'),
  chartRoute('C063', '/data/byRepairDaylyOut', 'api.repairOut', '送修'),

  route('POST', '/machineMaterialOrder/save', 'repairs.save', {
    call: 'C041',
    title: 'api.machineOrder',
    answer: repairSaveAnswer,
    example: repairOf('出库', 'T20B2400032', { notes: '风扇不转', repairDateStr: '{today-1}' }),
  }),
  route('POST', '/repairDaily/find/', 'repairs.find', {
    call: 'C118',
    title: 'api.repairFind',
    output: withRepairTimes,
    answer: listOf(repairAnswer),
    example: {
      body: { page: 1, size: 20, type: '送修', deviceSerial: '', repairDateQuery: ['{today-29}', '{today}'] },
    },
  }),
  route('POST', '/repairDaily/save', 'repairs.save', {
    call: 'C119',
    title: 'api.repairSave',
    answer: repairSaveAnswer,
    example: repairOf('送修', 'T20B2400034', { notes: '开机后反复重启', repairDateStr: '{today-1}' }),
  }),
  route('POST', '/repairDaily/export', 'repairs.export', {
    title: 'api.repairExport',
    reply: 'file',
    example: {
      body: { type: '送修', repairDateQuery: ['{today-29}', '{today}'], format: 'xls' },
      answer: { name: { zh: '维修与返还记录.xls', en: 'Repair and return records.xls' }, type: fileTypes.xls },
    },
  }),
  route('GET', '/repairDaily/photos/:id', 'repairs.photos', {
    title: 'api.repairPhotos',
    answer: z.array(pictureAnswer),
    example: { params: { id: 713 } },
  }),
  route('POST', '/repairDaily/void/:id', 'repairs.void', {
    title: 'api.repairVoid',
    answer: voidedAnswer,
    example: { params: { id: 713 }, needs: 'api.needs.lastRepair', body: { reason: '登记错了设备' } },
  }),
]
