import { listOf } from './answer-schemas.ts'
import type { CallExample } from './call-example.ts'
import {
  careAnswer,
  deviceAnswer,
  deviceDetailAnswer,
  scrappedAnswer,
  serialListAnswer,
  undoAnswer,
  updateAnswer,
  warningListAnswer,
} from './device-answers.ts'
import { deviceFilters, fileTypes } from './example-values.ts'
import { type Route, route } from './route.ts'

const order = { orderColumn: 'serial', orderWay: 'asc' }
const list: CallExample = { body: { page: 1, size: 20, total: 0, name: '', ...deviceFilters, ...order } }

/** Devices and feeds. */
export const deviceRoutes: readonly Route[] = [
  route('POST', '/device/find/', 'devices.find', {
    call: 'C025',
    title: 'api.deviceFind',
    answer: listOf(deviceAnswer),
    example: list,
  }),
  route('POST', '/machine/find/', 'devices.find', {
    call: 'C036',
    title: 'api.machineFind',
    answer: listOf(deviceAnswer),
    example: list,
  }),
  route('GET', '/device/getById/:id', 'devices.get', {
    call: 'C027',
    title: 'api.deviceGet',
    answer: deviceDetailAnswer,
    example: { params: { id: 1 } },
  }),
  route('POST', '/device/addChecks/:id', 'devices.addChecks', {
    call: 'C026',
    title: 'api.addChecks',
    input: { people: ['body.list', 'body.people', 'body.checks'] },
    body: 'list',
    answer: deviceDetailAnswer,
    example: { params: { id: 1 }, body: [{ id: 3, name: '吴晓岚' }] },
  }),
  route('POST', '/device/scrap/:id', 'devices.scrap', {
    call: 'C028',
    title: 'api.deviceScrap',
    answer: scrappedAnswer,
    example: { params: { id: 2 }, body: { reason: '主板烧毁，无法修复' } },
  }),
  route('POST', '/device/export', 'devices.export', {
    call: 'C029',
    title: 'api.deviceExport',
    reply: 'file',
    example: {
      body: { page: 1, size: 1020, ...deviceFilters, format: 'xls' },
      answer: { name: '设备列表.xls', type: fileTypes.xls },
    },
  }),
  route('POST', '/device/updateDevice', 'feeds.update', {
    call: 'C030',
    title: 'api.updateDevice',
    output: (result) => ({ ...result, date: result.businessDate }),
    answer: updateAnswer,
    example: {
      body: {
        dryRun: true,
        devices: [
          { serial: 'T20B2400004', activeWorker: 'yuanshan-02.01x01', activeWorkerState: true, hashRate: 19.8 },
        ],
      },
    },
  }),
  route('POST', '/device/undoUpdate', 'feeds.undo', {
    title: 'api.undoUpdate',
    answer: undoAnswer,
    example: { needs: 'api.needs.batch', body: { id: 12, dryRun: true } },
  }),
  route('POST', '/device/serialList', 'devices.keepSerials', {
    title: 'api.serialList',
    answer: serialListAnswer,
    example: { body: { serials: 'T20B2400004 T30A2400001, nobody-1' } },
  }),
  route('POST', '/device/findWarnings', 'devices.warnings', {
    title: 'api.warningFind',
    answer: warningListAnswer,
    example: {
      body: {
        companyId: 2,
        state: 'warn',
        acknowledged: 'no',
        orderColumn: 'stateSince',
        orderWay: 'asc',
        page: 1,
        size: 20,
      },
    },
  }),
  route('POST', '/device/attend', 'devices.attend', {
    title: 'api.attend',
    answer: careAnswer,
    example: { body: { selection: { ids: [1] }, acknowledged: true, reason: '风扇已订货' } },
  }),
]
