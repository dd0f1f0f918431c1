import type { CallExamples } from './call-example.ts'

const csv = 'text/csv; charset=utf-8'
const place = { province: '江苏省', city: '无锡', region: '滨湖区', picId: null, smallPicId: null }

/** Sites, clients, sub-accounts, stations, amounts and what a company is counted by. */
export const placeExamples: CallExamples = {
  'POST /site/find': { body: { page: 1, size: 20, total: 0, name: '', companyId: 2, orderColumn: 'totalDeviceCount', orderWay: 'desc' } },
  'POST /client/find': { body: { page: 1, size: 20, name: '数', companyId: 2 } },
  'POST /account/find': { body: { page: 1, size: 20, name: '', clientId: 1, siteId: '' } },
  'POST /agent/find': { body: { page: 1, size: 1000 } },
  'GET /account/getUnassigned/:id': { params: { id: 0 } },
  'POST /company/findCenter': {},
  'GET /company/export/:companyId': { params: { companyId: 2 }, answer: { name: '基地列表.csv', type: csv } },
  'POST /client/save': { body: { name: '湖畔算力', ...place, companyId: 2 } },
  'POST /client/update/:id': { params: { id: 2 }, body: { name: '远山科技', city: '杭州', rowVersion: 1 } },
  'POST /client/export': { body: { companyId: 2, format: 'csv' }, answer: { name: '客户列表.csv', type: csv } },
  'POST /account/export': { body: { companyId: 2, format: 'csv' }, answer: { name: '子账号列表.csv', type: csv } },
  'POST /client/statement/:id': {
    params: { id: 1 },
    body: { month: '2026-10' },
    answer: { name: '设备月度对账单-晨曦数据-2026-10.pdf', type: 'application/pdf' },
  },
  'POST /client/delete/:id': { params: { id: 9 }, body: { password: 'RSA(ColdFleet#26)' }, needs: 'api.needs.emptyClient' },
  'POST /site/save': { body: { name: '无锡站', domain: 'wuxi', ...place, totalNumber: 20, accounts: [], superCompanyId: 2 } },
  'POST /site/update/:id': { params: { id: 5 }, body: { totalNumber: 30, rowVersion: 1 } },
  'POST /company/save': { body: { name: '常州站', domain: 'changzhou', ...place, city: '常州', totalNumber: 20, accounts: [], superCompanyId: 2 } },
  'POST /company/update/:id': { params: { id: 6 }, body: { totalNumber: 30, rowVersion: 1 } },
  'POST /company/delete/:id': { params: { id: 9 }, body: { password: 'RSA(ColdFleet#26)' } },
  'GET /site/getById/:id': { params: { id: 4 } },
  'GET /client/getById/:id': { params: { id: 1 } },
  'GET /account/getById/:id': { params: { id: 1 } },
  'POST /account/save': { body: { name: 'chenxi-04', clientId: 1, siteId: 4 } },
  'POST /account/update/:id': { params: { id: 2 }, body: { name: 'chenxi-02', siteId: 5, rowVersion: 1 } },
  'POST /account/delete/:id': { params: { id: 25 }, body: { password: 'RSA(ColdFleet#26)' }, needs: 'api.needs.emptyAccount' },
  'POST /attachments/actions/upload': { file: 'sketch.png', body: { ownerKind: 'company', ownerId: 4 } },
  'GET /attachments/actions/download': { query: { id: 1 }, needs: 'api.needs.picture', answer: { name: 'sketch.png', type: 'image/png' } },
  'POST /attachments/:id': { params: { id: 1 }, needs: 'api.needs.picture' },

  'POST /groups/find': { body: { page: 1, size: 20, name: '', companyId: 2 } },
  'POST /groups/save': { body: { name: '安全附件岗', companyId: 2 } },
  'POST /groups/delete/:id': { params: { id: 6 } },
  'POST /measure/findOut': { body: { page: 1, size: 10, name: '', companyId: 1 } },
  'POST /measure/saveOut': { body: { checkMethod: '紧急切断装置校验', description: '每套', cashAmount: '150.00', companyId: 2 } },
  'POST /measure/updateMeasureOut': { body: { id: 2, cashAmount: '430.00', rowVersion: 1 } },
  'POST /measure/find': { body: { page: 1, size: 10, name: '', companyId: 1 } },
  'POST /measure/save': { body: { checkMethod: '接地电阻测定', description: null, cashAmount: '60.00', companyId: 2 } },
  'POST /measure/update/:id': { params: { id: 3 }, body: { description: '安全阀、压力表与紧急切断装置', cashAmount: '130.00', rowVersion: 1 } },

  'POST /data/byTopGroups/:companyId/:rows': { params: { companyId: 2, rows: 5 }, body: { by: 'reports' } },
  'POST /data/byMeasures/:companyId/:days': { params: { companyId: 2, days: 30 } },
  'POST /data/dataByMeasuresException/:companyId/:days': { params: { companyId: 2, days: 30 } },
  'POST /data/basic/:companyId': { params: { companyId: 2 } },
  'POST /data/dialogByMeasuresException/:companyId': { params: { companyId: 2 }, body: { page: 1, size: 20, days: 30, kind: 'bloodPressure' } },
  'POST /data/byCompany/:companyId': { params: { companyId: 1 } },
  'POST /data/certificate/byCompany/:companyId': { params: { companyId: 2 }, body: { months: 12 } },
}
