import { listOf, updateAnswer } from './answers.ts'
import { deletedAnswer, partsAnswer } from './goods-answers.ts'
import { route } from './route.ts'
import { clearedAnswer, goodsOrderAnswer, machineSeriesAnswer, stockAnswer } from './stock-answers.ts'

/** The documented calls about machines as stock, their parts, orders of goods and the import of devices, one row each. */
export const stockRoutes = [
  // Machines
  route('POST', '/machine/clearMach/:id', 'machines.clear', { call: 'C032', title: 'api.clearMachine', answer: clearedAnswer }),
  route('POST', '/machine/updatePart/:id', 'machines.updateParts', {
    call: 'C033',
    title: 'api.updatePart',
    input: { parts: ['body.list', 'body.parts'] },
    body: 'list',
    answer: partsAnswer,
  }),
  route('POST', '/machine/bar/month/', 'machines.bar', { call: 'C034', title: 'api.machineBar', answer: machineSeriesAnswer }),
  route('POST', '/machine/line/month/', 'machines.line', { call: 'C035', title: 'api.machineLine', answer: machineSeriesAnswer }),
  route('POST', '/device/import', 'feeds.update', {
    call: 'C144',
    title: 'api.deviceImport',
    body: 'import',
    output: (result) => ({ ...result, date: result.businessDate }),
    answer: updateAnswer,
  }),

  // Stock and orders of goods
  route('POST', '/companyMaterialOrder/find/', 'orders.find', { call: 'C143', title: 'api.goodsOrderFind', answer: listOf(goodsOrderAnswer) }),
  route('POST', '/companyMaterialOrder/save', 'orders.save', { call: 'C115', title: 'api.goodsOrderSave', answer: goodsOrderAnswer }),
  route('POST', '/companyMaterialOrder/update/:id', 'orders.update', { call: 'C116', title: 'api.goodsOrderUpdate', answer: goodsOrderAnswer }),
  route('POST', '/companyMaterialOrder/delete/:id', 'orders.delete', { call: 'C117', title: 'api.goodsOrderDelete', answer: deletedAnswer }),
  route('POST', '/companyMaterialOrder/export', 'orders.export', { title: 'api.goodsOrderExport', reply: 'file' }),
  route('POST', '/companyMaterial/find/', 'stock.find', { title: 'api.stockFind', answer: listOf(stockAnswer) }),
]
