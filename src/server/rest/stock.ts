import { z } from 'zod'
import type { GoodsOrderRow } from '#shared/orders.ts'
import { orderTypes } from '#shared/repairs.ts'
import type { ClearedMachine, MachineSeries, StockRow } from '#shared/stock.ts'
import { answerOf, deletedAnswer, id, listOf, text } from './answer-schemas.ts'
import { updateAnswer } from './device-answers.ts'
import { fileTypes, firstPage } from './example-values.ts'
import { partsAnswer } from './goods.ts'
import { type Route, route } from './route.ts'

const number = z.number().min(0)
const part = z.object({ materialId: id, name: text, unit: text.nullable(), number })

export const stockAnswer = answerOf<StockRow>()(
  z.object({
    id,
    companyId: id,
    company: text,
    materialId: id,
    name: text,
    unit: text.nullable(),
    materialTypeId: id,
    materialType: text,
    modelId: id.nullable(),
    model: text.nullable(),
    number,
    fitted: number,
    updateTimeStr: text,
  }),
)
export const goodsOrderAnswer = answerOf<GoodsOrderRow>()(
  z.object({
    id,
    type: z.enum(orderTypes),
    buyCompanyId: id.nullable(),
    buyCompany: text.nullable(),
    saleCompanyId: id.nullable(),
    saleCompany: text.nullable(),
    notes: text.nullable(),
    items: z.array(part),
    person: text.nullable(),
    createTimeStr: text,
    updateTimeStr: text,
    voided: z.object({ reason: text.nullable(), person: text.nullable(), timeStr: text }).nullable(),
    writable: z.boolean(),
    rowVersion: id,
  }),
)
export const clearedAnswer = answerOf<ClearedMachine>()(z.object({ id, serial: text, moved: z.array(part) }))
export const machineSeriesAnswer = answerOf<MachineSeries[]>()(
  z.array(z.object({ machineName: text, totalNumber: z.array(number.nullable()), xAxisData: z.array(text) })),
)

const list = { ...firstPage, name: '' }
const stockOrder = {
  type: '出库',
  buyCompanyId: 2,
  saleCompanyId: 1,
  notes: '季度补货',
  items: [{ materialId: 5, number: 4 }],
}

/** Machines as stock, their parts, orders of goods and the import of devices. */
export const stockRoutes: readonly Route[] = [
  // Machines
  route('POST', '/machine/clearMach/:id', 'machines.clear', {
    call: 'C032',
    title: 'api.clearMachine',
    answer: clearedAnswer,
    example: { params: { id: 3 } },
  }),
  route('POST', '/machine/updatePart/:id', 'machines.updateParts', {
    call: 'C033',
    title: 'api.updatePart',
    input: { parts: ['body.list', 'body.parts'] },
    body: 'list',
    answer: partsAnswer,
    example: { params: { id: 1 }, body: { materialId: 5, number: 4, notes: '四个风扇全部换新', rowVersion: 1 } },
  }),
  route('POST', '/machine/bar/month/', 'machines.bar', {
    call: 'C034',
    title: 'api.machineBar',
    answer: machineSeriesAnswer,
    example: { body: { companyId: 2, type: 'T20', businessDateQuery: ['{today-90}', '{today}'] } },
  }),
  route('POST', '/machine/line/month/', 'machines.line', {
    call: 'C035',
    title: 'api.machineLine',
    answer: machineSeriesAnswer,
    example: { body: { companyId: 2, type: 'T20', businessDateQuery: ['{today-90}', '{today}'] } },
  }),
  route('POST', '/device/import', 'feeds.update', {
    call: 'C144',
    title: 'api.deviceImport',
    body: 'import',
    output: (result) => ({ ...result, date: result.businessDate }),
    answer: updateAnswer,
    example: { file: 'devices.csv', body: { dryRun: 'true' } },
  }),

  // Stock and orders of goods
  route('POST', '/companyMaterialOrder/find/', 'orders.find', {
    call: 'C143',
    title: 'api.goodsOrderFind',
    answer: listOf(goodsOrderAnswer),
    example: { body: { page: 1, size: 20, companyId: 2, createDateQuery: ['{today-89}', '{today}'] } },
  }),
  route('POST', '/companyMaterialOrder/save', 'orders.save', {
    call: 'C115',
    title: 'api.goodsOrderSave',
    answer: goodsOrderAnswer,
    example: { body: stockOrder },
  }),
  route('POST', '/companyMaterialOrder/update/:id', 'orders.update', {
    call: 'C116',
    title: 'api.goodsOrderUpdate',
    answer: goodsOrderAnswer,
    example: { params: { id: 9 }, body: { notes: '更换算力板，已验收', rowVersion: 1 } },
  }),
  route('POST', '/companyMaterialOrder/delete/:id', 'orders.delete', {
    call: 'C117',
    title: 'api.goodsOrderDelete',
    answer: deletedAnswer,
    example: { params: { id: 12 }, body: { reason: '重复登记' } },
  }),
  route('POST', '/companyMaterialOrder/export', 'orders.export', {
    title: 'api.goodsOrderExport',
    reply: 'file',
    example: {
      body: { companyId: 2, format: 'csv' },
      answer: { name: { zh: '物料出入库记录.csv', en: 'Goods in and out.csv' }, type: fileTypes.csv },
    },
  }),
  route('POST', '/companyMaterial/find/', 'stock.find', {
    title: 'api.stockFind',
    answer: listOf(stockAnswer),
    example: { body: { ...list, companyId: 2, inStock: true } },
  }),
]
