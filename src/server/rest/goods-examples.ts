import type { CallExamples } from './call-example.ts'

const csv = 'text/csv; charset=utf-8'
const list = { page: 1, size: 20, name: '' }
const room = {
  name: '苏州园区冻虾库',
  city: '苏州',
  coldStorageUsage: '冻虾',
  coldStorageType: 'coldAirFan',
  designTempStorage: -18,
  outdoorTemp: 30,
  designHumidityStorage: 60,
  outdoorHumidity: 70,
  storageLength: 30,
  storageWidth: 20,
  storageHeight: 6,
}
const stockOrder = { type: '出库', buyCompanyId: 2, saleCompanyId: 1, notes: '季度补货', items: [{ materialId: 5, number: 4 }] }

/** Selection projects, cities, goods, stock and the catalogue of dehumidifiers. */
export const goodsExamples: CallExamples = {
  'GET /city/listCityName': {},
  'GET /city/listCityData': { query: { cityName: '广州' } },
  'POST /project/find': { body: { page: 1, size: 12, total: 0, userId: 1 } },
  'POST /project/find2': { body: { page: 1, size: 12, name: '', city: '', exportStatus: '' } },
  'POST /project/findCenter': { body: { page: 1, size: 12, name: '库', city: '', exportStatus: 1 } },
  'GET /project/getUnassigned/:x': { params: { x: 1 } },
  'GET /project/get/getProject': { query: { id: 1 } },
  'POST /project/save': { body: room },
  'PUT /project/update/:id': { params: { id: 3 }, body: { designTempStorage: -2, rowVersion: 1 } },
  'POST /project/update/:id': { params: { id: 2 }, body: { storageHeight: 6, rowVersion: 2 } },
  'POST /project/exportPdf': { body: { id: 1, rowVersion: 2, language: 'zh' } },
  'POST /project/upload': { file: 'sketch.png' },
  'POST /materialType/delete/:id': { params: { id: 2 } },

  'GET /materialType/find': { query: list },
  'POST /materialType/find': { body: list },
  'POST /materialType/save': { body: { name: '测温件' } },
  'PUT /materialType/update/:id': { params: { id: 3 }, body: { name: '结构与机架', rowVersion: 1 } },
  'DELETE /materialType/:id': { params: { id: 5 }, needs: 'api.needs.unusedType' },
  'POST /table/find': { body: list },
  'POST /model/find': { body: list },
  'POST /model/save': { body: { name: '现场安全量表' } },
  'PUT /model/update/:id': { params: { id: 7 }, body: { name: '线缆与接头', rowVersion: 1 } },
  'DELETE /model/delete/:id': { params: { id: 8 }, needs: 'api.needs.unusedType' },
  'POST /TagType/find': { body: list },
  'POST /TagType/save': { body: { name: '待跟进' } },
  'PUT /TagType/update/:id': { params: { id: 2 }, body: { name: '改进建议', rowVersion: 1 } },
  'DELETE /TagType/delete/:id': { params: { id: 3 } },
  'POST /material/find': { body: { ...list, materialTypeId: 1 } },
  'POST /material/save': { body: { name: '温度传感器 PT100', materialTypeId: 1, modelId: 4, unit: '支' } },
  'PUT /material/update/:id': { params: { id: 7 }, body: { name: '机架导轨 800 mm', unit: '副', rowVersion: 1 } },
  'DELETE /material/delete/:id': { params: { id: 8 }, needs: 'api.needs.unusedGoods' },
  'POST /companyMaterialOrder/find': { body: { page: 1, size: 20, companyId: 2, createDateQuery: ['{today-89}', '{today}'] } },
  'POST /companyMaterialOrder/save': { body: stockOrder },
  'POST /companyMaterialOrder/update/:id': { params: { id: 9 }, body: { notes: '更换算力板，已验收', rowVersion: 1 } },
  'POST /companyMaterialOrder/delete/:id': { params: { id: 12 }, body: { reason: '重复登记' } },
  'POST /companyMaterialOrder/export': {
    body: { companyId: 2, format: 'csv' },
    answer: { name: { zh: '物料出入库记录.csv', en: 'Goods in and out.csv' }, type: csv },
  },
  'POST /companyMaterial/find': { body: { ...list, companyId: 2, inStock: true } },

  'GET /catalogue/get': { query: { version: 1 } },
  'POST /catalogue/versions': { body: { page: 1, size: 20 } },
  'POST /catalogue/save': {
    body: {
      baseVersion: 1,
      source: '2027 年样本',
      dryRun: true,
      rows: [{ line: 2, model: 'S-2000', family: 'S', airflowM3h: 2000, capFactor: 1, ratedCapacityKgH: 12, fanKw: 1.5, regenKw: 16, tMin: -30, tMax: 35 }],
    },
  },
}
