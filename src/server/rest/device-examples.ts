import type { CallExample, CallExamples } from './call-example.ts'

const filters = { companyId: 2, clientId: '', accountId: '', siteId: '', type: 'T20', state: 'normal', repairTimes: null, serial: '' }
const order = { orderColumn: 'serial', orderWay: 'asc' }
const xls = 'application/vnd.ms-excel'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const csv = 'text/csv; charset=utf-8'
const list: CallExample = { body: { page: 1, size: 20, total: 0, name: '', ...filters, ...order } }
const period = { companyId: 2, siteId: '', reservePeriod: 'day', businessDateQuery: ['{today-6}', '{today}'], basis: 'inService' }
const scope: CallExample = { body: { companyId: 2, clientId: 1, accountId: '', siteId: '', pieType: '' } }
const line: CallExample = { body: period }
const repairs: CallExample = { body: { type: '', repairDateQuery: ['{today-29}', '{today}'], reservePeriod: 'day' } }
const repairOf = (type: string, deviceSerial: string, more: Record<string, unknown>): CallExample => ({ body: { type, deviceSerial, ...more } })

/** Devices, their repairs and their figures. */
export const deviceExamples: CallExamples = {
  'POST /device/find': list,
  'POST /machine/find': list,
  'GET /device/getById/:id': { params: { id: 1 } },
  'POST /device/addChecks/:id': { params: { id: 1 }, body: [{ id: 3, name: '吴晓岚' }] },
  'POST /device/scrap/:id': { params: { id: 2 }, body: { reason: '主板烧毁，无法修复' } },
  'POST /device/export': { body: { page: 1, size: 1020, ...filters, format: 'xls' }, answer: { name: '设备列表.xls', type: xls } },
  'POST /device/exportWarnings': { body: { companyId: 2, format: 'xlsx' }, answer: { name: { zh: '告警列表.xlsx', en: 'Warnings.xlsx' }, type: xlsx } },
  'POST /device/updateDevice': {
    body: { dryRun: true, devices: [{ serial: 'T20B2400004', activeWorker: 'yuanshan-02.01x01', activeWorkerState: true, hashRate: 19.8 }] },
  },
  'POST /device/undoUpdate': { needs: 'api.needs.batch', body: { id: 12, dryRun: true } },
  'POST /device/import': { file: 'devices.csv', body: { dryRun: 'true' } },
  'POST /machine/export': { body: { ...filters, format: 'xlsx' }, answer: { name: { zh: '机器列表.xlsx', en: 'Machines.xlsx' }, type: xlsx } },
  'POST /machine/clearMach/:id': { params: { id: 3 } },
  'POST /machine/updatePart/:id': { params: { id: 1 }, body: { materialId: 5, number: 4, notes: '四个风扇全部换新', rowVersion: 1 } },
  'POST /machine/bar/month': { body: { companyId: 2, type: 'T20', businessDateQuery: ['{today-90}', '{today}'] } },
  'POST /machine/line/month': { body: { companyId: 2, type: 'T20', businessDateQuery: ['{today-90}', '{today}'] } },
  'GET /companyMaterial/find/listByMachineId': { query: { machineId: 4 } },

  'GET /deviceDaily/getLastDate': {},
  'POST /deviceDaily/export': {
    body: { companyId: 2, type: 'T20', businessDateQuery: ['{today-1}', '{today}'], format: 'csv' },
    answer: { name: { zh: '设备日报.csv', en: 'Device dailies.csv' }, type: csv },
  },
  'POST /deviceDaily/exportDays': {
    body: { companyId: 2, businessDateQuery: ['{today-29}', '{today}'], format: 'csv' },
    answer: { name: { zh: '每日汇总.csv', en: 'Daily totals.csv' }, type: csv },
  },
  'POST /data/getBasicDataByState/state': scope,
  'POST /data/getStackBarByState': line,
  'POST /data/lineOnlineRateByDeviceDaily': line,
  'POST /data/lineOfflineRateByDeviceDaily': line,
  'POST /data/lineHashRateByDeviceDaily': line,
  'POST /data/getPieDataByIndicator/:indicator': { params: { indicator: 'repairTimes' }, ...scope },
  'POST /data/getPieDataByClientDevice': { body: { companyId: 2 } },
  'POST /data/getPieDataBySiteDevice': { body: { companyId: 2 } },
  'POST /data/getPieStateByDeviceDaily': { body: { companyId: 2, siteId: 4 } },
  'POST /data/lineByDeviceDaily/:line': { params: { line: 'online_rate' }, ...line },
  'POST /data/getDeviceBarBy/:bar': { params: { bar: 'site' }, body: { companyId: 2 } },
  'POST /data/orderClientBy/:ranking': { params: { ranking: 'online_rate' }, body: { companyId: 2, size: 20 } },
  'POST /data/orderSiteBy/:ranking': { params: { ranking: 'offline_device_count' }, body: { companyId: 2, size: 20 } },
  'POST /data/byMachineType': { body: { companyId: 2, type: 'T20' } },
  'POST /data/byProvince': { body: { companyId: 2 } },
  'POST /data/counts/byProvince': { body: { companyId: 2 } },
  'POST /data/byMachine/:id': { params: { id: 1 }, body: { businessDateQuery: ['{today-6}', '{today}'] } },
  'POST /data/byMachineDay/:id': { params: { id: 1 }, body: { businessDateQuery: ['{today-6}', '{today}'] } },
  'POST /data/allMyMachines/:companyId/:userId': { params: { companyId: 2, userId: 3 } },
  'POST /data/export/:kind/:companyId': { params: { kind: 'machineType', companyId: 2 }, body: {}, answer: { name: '数据列表.csv', type: csv } },
  'POST /data/byRepairDaylyBack': repairs,
  'POST /data/byRepairDaylyOut': repairs,

  'POST /machineMaterialOrder/save': repairOf('出库', 'T20B2400032', { notes: '风扇不转', repairDateStr: '{today-1}' }),
  'POST /repairDaily/save': repairOf('送修', 'T20B2400034', { notes: '开机后反复重启', repairDateStr: '{today-1}' }),
  'POST /repairDaily/find': { body: { page: 1, size: 20, type: '送修', deviceSerial: '', repairDateQuery: ['{today-29}', '{today}'] } },
  'POST /repairDaily/export': {
    body: { type: '送修', repairDateQuery: ['{today-29}', '{today}'], format: 'xls' },
    answer: { name: { zh: '维修与返还记录.xls', en: 'Repair and return records.xls' }, type: xls },
  },
  'POST /repairDaily/void/:id': { params: { id: 713 }, needs: 'api.needs.lastRepair', body: { reason: '登记错了设备' } },
}
