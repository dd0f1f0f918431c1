import { z } from 'zod'
import { DeviceState } from '#shared/devices.ts'
import type { Stocktake, StocktakeRow } from '#shared/stocktakes.ts'
import { answerOf, count, id, listOf, optionalId, optionalText, text } from './answer-schemas.ts'
import { deviceFilters, fileTypes } from './example-values.ts'
import { type Route, route } from './route.ts'

const stocktakeLines = z.array(
  z.object({ serial: text, deviceId: optionalId, state: DeviceState.nullable(), place: optionalText }),
)
const stocktakeFields = {
  id,
  siteId: id,
  site: text,
  person: optionalText,
  at: text,
  note: optionalText,
  counts: z.object({ here: count, missing: count, foreign: count, unknown: count, away: count, repeated: count }),
}
const stocktakeRow = answerOf<StocktakeRow>()(z.object(stocktakeFields))
/** Lines of a group are listed up to `shownSerials`; `counts` counts all. */
const stocktakeAnswer = answerOf<Stocktake>()(
  z.object({
    ...stocktakeFields,
    lines: z.object({
      here: stocktakeLines,
      missing: stocktakeLines,
      foreign: stocktakeLines,
      unknown: stocktakeLines,
    }),
  }),
)

/** Lists as files. */
export const exportRoutes: readonly Route[] = [
  // The documents call the last part of the path type; here `type` is a filter.
  route('POST', '/data/export/:kind/:companyId', 'data.export', {
    call: 'C077',
    title: 'api.dataExport',
    reply: 'file',
    example: {
      params: { kind: 'machineType', companyId: 2 },
      body: {},
      answer: { name: '数据列表.csv', type: fileTypes.csv },
    },
  }),
  route('POST', '/machine/export', 'devices.exportMachines', {
    call: 'C031',
    title: 'api.machineExport',
    reply: 'file',
    example: {
      body: { ...deviceFilters, format: 'xlsx' },
      answer: { name: { zh: '机器列表.xlsx', en: 'Machines.xlsx' }, type: fileTypes.xlsx },
    },
  }),
  route('POST', '/device/exportWarnings', 'devices.exportWarnings', {
    title: 'api.warningExport',
    reply: 'file',
    example: {
      body: { companyId: 2, format: 'xlsx' },
      answer: { name: { zh: '告警列表.xlsx', en: 'Warnings.xlsx' }, type: fileTypes.xlsx },
    },
  }),
  route('POST', '/deviceDaily/export', 'dailies.export', {
    title: 'api.dailyExport',
    reply: 'file',
    example: {
      body: { companyId: 2, type: 'T20', businessDateQuery: ['{today-1}', '{today}'], format: 'csv' },
      answer: { name: { zh: '设备日报.csv', en: 'Daily device reports.csv' }, type: fileTypes.csv },
    },
  }),
  route('POST', '/deviceDaily/exportDays', 'dailies.exportDays', {
    title: 'api.dayExport',
    reply: 'file',
    example: {
      body: { companyId: 2, businessDateQuery: ['{today-29}', '{today}'], format: 'csv' },
      answer: { name: { zh: '每日汇总.csv', en: 'Daily totals.csv' }, type: fileTypes.csv },
    },
  }),
  route('POST', '/client/statement/:id', 'clients.statement', {
    title: 'api.statement',
    reply: 'file',
    example: {
      params: { id: 1 },
      body: { month: '2026-10' },
      answer: { name: '设备月度对账单-晨曦数据-2026-10.pdf', type: fileTypes.pdf },
    },
  }),
  route('POST', '/stocktake/save', 'stocktakes.save', {
    title: 'api.stocktakeSave',
    answer: stocktakeAnswer,
    example: { body: { siteId: 4, serials: 'T20B2400004 T30A2400001', note: '2 号库' } },
  }),
  route('POST', '/stocktake/find', 'stocktakes.find', {
    title: 'api.stocktakeFind',
    answer: listOf(stocktakeRow),
    example: { body: { siteId: 4, page: 1, size: 20 } },
  }),
  route('GET', '/stocktake/getById/:id', 'stocktakes.get', {
    title: 'api.stocktakeGet',
    answer: stocktakeAnswer,
    example: { needs: 'api.needs.stocktake', params: { id: 1 } },
  }),
  route('POST', '/stocktake/pdf/:id', 'stocktakes.pdf', {
    title: 'api.stocktakePdf',
    reply: 'file',
    example: {
      needs: 'api.needs.stocktake',
      params: { id: 1 },
      answer: { name: '站点盘点表-华东一号站.pdf', type: fileTypes.pdf },
    },
  }),
  route('POST', '/client/export', 'clients.export', {
    title: 'api.clientExport',
    reply: 'file',
    example: { body: { companyId: 2, format: 'csv' }, answer: { name: '客户列表.csv', type: fileTypes.csv } },
  }),
  route('POST', '/account/export', 'accounts.export', {
    title: 'api.accountExport',
    reply: 'file',
    example: { body: { companyId: 2, format: 'csv' }, answer: { name: '子账号列表.csv', type: fileTypes.csv } },
  }),
]
