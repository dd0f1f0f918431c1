import type { CallExamples } from './call-example.ts'

const login = { userName: 'admin', password: 'RSA(ColdFleet#26)', companyId: 1 }
const person = { name: '许晓岚', nickName: '检验员', companyId: 2, birthday: '1992-06-18', sex: '女', identifier: '质检部', job: '检验员' }
const newPassword = { password: 'RSA(KaiHua#8261)', passwordAgain: 'RSA(KaiHua#8261)' }
const ticket = { query: { token: '<ticket>' }, needs: 'api.needs.ticket' } as const

/** Signing in, sessions and users. */
export const userExamples: CallExamples = {
  'GET /users/publicKey': {},
  'POST /users/actions/login': { body: login },
  'POST /users/login': { body: { username: 'base', password: 'RSA(ColdFleet#26)', companyid: 2 } },
  'GET /users/getByToken': ticket,
  'GET /users/getLoginByToken': ticket,
  'POST /users/actions/logout': {},
  'GET /users/info': {},
  'GET /users/getProfile/:id': { params: { id: 2 } },
  'POST /users/find': { body: { page: 1, size: 10, name: '', companyId: 2, createTimeQuery: ['{today-30}', '{today}'] } },
  'GET /users/getByNickName/:name': { params: { name: '检验员' } },
  'GET /users/getOperatorAndBaseAdmin/:id': { params: { id: 2 } },
  'GET /users/listUserAll': { query: { groupId: 1, page: 1, size: 10 } },
  'POST /users/save': { body: { userName: 'xuxiaolan', phone: '13912345678', ...person, ...newPassword, ownPassword: 'RSA(ColdFleet#26)' } },
  'POST /users/update/:id': { params: { id: 4 }, body: { phone: '13800000004', remarks: '负责华东一号站的登记', rowVersion: 1 } },
  'POST /users/delete/:id': { params: { id: 5 } },
  'POST /users/changeCompany/:companyId/:userId': { params: { companyId: 2, userId: 1 } },
  'POST /users/sendMsg/:phone': { params: { phone: '13800000002' } },
  'POST /users/updatePassword/:id': { params: { id: 1 }, body: { userName: 'admin', ...newPassword, oldPassword: 'RSA(ColdFleet#26)' } },
  'POST /users/resetPassword/:id': {
    params: { id: 2 },
    body: { userName: '13800000002', code: '<code>', newPasswd: 'RSA(KaiHua#8261)', newPasswdAgain: 'RSA(KaiHua#8261)' },
    needs: 'api.needs.code',
  },
  'POST /users/actions/register': { as: 'nobody', body: { phone: '13912345679', name: '陆青', identifier: '运维部', birthday: '1990-04-12', ...newPassword } },
  'POST /users/register': { as: 'nobody', body: { phone: '13912345680', name: '沈禾', identifier: '运维部', birthday: '1988-11-02', ...newPassword } },
  'POST /users/actions/refresh': { as: 'nobody', body: {}, needs: 'api.needs.device' },
  'GET /users/sessions': {},
  'POST /users/sessions/end': { body: { id: 1, kind: 'session' }, needs: 'api.needs.session' },
  'POST /users/tickets': { body: {} },
  'POST /users/tokens': { body: { days: 30, scope: 'read', ownPassword: 'RSA(ColdFleet#26)' } },
  'GET /company/getByDomain': { query: { domain: 'localhost' } },
  'POST /company/find': { body: { page: 1, size: 100, name: '' } },
  'POST /audit/find': { body: { page: 1, size: 20, startDate: '{today-7}', endDate: '{today}' } },
  'POST /audit/export': {
    body: { startDate: '{today-7}', endDate: '{today}', format: 'csv' },
    answer: { name: { zh: '操作记录.csv', en: 'Audit log.csv' }, type: 'text/csv; charset=utf-8' },
  },
  'GET /system/status': {},
}
