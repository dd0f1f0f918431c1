import { z } from 'zod'
import { deletedAnswer, id, listOf } from './answer-schemas.ts'
import { type Route, route } from './route.ts'
import {
  endedAnswer,
  issuedAnswer,
  loginAnswer,
  ownSessionsAnswer,
  pemAnswer,
  pickedUsersAnswer,
  profileAnswer,
  registered,
  sessionAnswer,
  userAnswer,
} from './user-answers.ts'

const loginSpellings = {
  userName: ['body.userName', 'body.username'],
  companyId: ['body.companyId', 'body.companyid'],
} as const

const login = { userName: 'admin', password: 'RSA(ColdFleet#26)', companyId: 1 }
const person = {
  name: '许晓岚',
  nickName: '检验员',
  companyId: 2,
  birthday: '1992-06-18',
  sex: '女',
  identifier: '质检部',
  job: '检验员',
}
const newPassword = { password: 'RSA(KaiHua#8261)', passwordAgain: 'RSA(KaiHua#8261)' }
const ticket = { query: { token: '<ticket>' }, needs: 'api.needs.ticket' } as const

/** Sessions, own accounts and user administration. */
export const userRoutes: readonly Route[] = [
  route('GET', '/users/publicKey', 'auth.publicKey', {
    title: 'api.publicKey',
    output: (key) => key.pem,
    answer: pemAnswer,
    example: {},
  }),
  route('POST', '/users/actions/login', 'auth.login', {
    call: 'C001',
    title: 'api.loginCall',
    input: loginSpellings,
    answer: loginAnswer,
    example: { body: login },
  }),
  route('POST', '/users/login', 'auth.login', {
    call: 'C002',
    title: 'api.loginCall',
    input: loginSpellings,
    answer: loginAnswer,
    example: { body: { username: 'base', password: 'RSA(ColdFleet#26)', companyid: 2 } },
  }),
  route('GET', '/users/getByToken', 'auth.loginByTicket', {
    call: 'C003',
    title: 'api.loginByTicket',
    input: { token: 'query.token' },
    answer: loginAnswer,
    example: ticket,
  }),
  route('GET', '/users/getLoginByToken', 'auth.loginByTicket', {
    call: 'C004',
    title: 'api.loginByTicket',
    input: { token: 'query.token' },
    answer: loginAnswer,
    example: ticket,
  }),
  route('POST', '/users/actions/logout', 'auth.logout', {
    call: 'C005',
    title: 'api.logout',
    input: { token: ['query.token', 'body.token'] },
    answer: endedAnswer,
    example: {},
  }),
  route('GET', '/users/info', 'auth.info', { call: 'C006', title: 'api.info', answer: sessionAnswer, example: {} }),
  route('GET', '/users/getProfile/:id', 'users.profile', {
    call: 'C007',
    title: 'api.profile',
    input: { id: 'params.id' },
    answer: profileAnswer,
    example: { params: { id: 2 } },
  }),
  route('POST', '/users/find/', 'users.find', {
    call: 'C009',
    title: 'api.userFind',
    answer: listOf(userAnswer),
    example: { body: { page: 1, size: 10, name: '', companyId: 2, createTimeQuery: ['{today-30}', '{today}'] } },
  }),
  route('GET', '/users/getByNickName/:name', 'users.byNickName', {
    call: 'C010',
    title: 'api.userByNickName',
    answer: pickedUsersAnswer,
    example: { params: { name: '检验员' } },
  }),
  route('GET', '/users/getOperatorAndBaseAdmin/:id', 'users.operatorsAndManagers', {
    call: 'C011',
    title: 'api.userOperators',
    answer: pickedUsersAnswer,
    example: { params: { id: 2 } },
  }),
  route('GET', '/users/listUserAll', 'users.find', {
    call: 'C012',
    title: 'api.userFind',
    answer: listOf(userAnswer),
    example: { query: { groupId: 1, page: 1, size: 10 } },
  }),
  route('POST', '/users/save', 'users.save', {
    call: 'C013',
    title: 'api.userSave',
    answer: userAnswer,
    example: {
      body: {
        userName: 'xuxiaolan',
        phone: '13912345678',
        ...person,
        ...newPassword,
        ownPassword: 'RSA(ColdFleet#26)',
      },
    },
  }),
  route('POST', '/users/update/:id', 'users.update', {
    call: 'C014',
    title: 'api.userUpdate',
    requires: ['rowVersion'],
    answer: userAnswer,
    example: { params: { id: 4 }, body: { phone: '13800000004', remarks: '负责华东一号站的登记', rowVersion: 1 } },
  }),
  route('POST', '/users/delete/:id', 'users.delete', {
    call: 'C017',
    title: 'api.userDelete',
    answer: deletedAnswer,
    example: { params: { id: 5 } },
  }),
  route('POST', '/users/changeCompany/:companyId/:userId', 'auth.changeCompany', {
    call: 'C018',
    title: 'api.changeCompany',
    input: { companyId: 'params.companyId', userId: 'params.userId' },
    answer: loginAnswer,
    example: { params: { companyId: 2, userId: 1 } },
  }),

  route('POST', '/users/sendMsg/:phone', 'auth.sendCode', {
    call: 'C008',
    title: 'api.sendMsg',
    answer: z.object({ sent: z.literal(true), minutes: z.int() }),
    example: { params: { phone: '13800000002' } },
  }),
  route('POST', '/users/updatePassword/:id', 'auth.updatePassword', {
    call: 'C015',
    title: 'api.updatePassword',
    answer: z.object({ id, ended: z.int().min(0) }),
    example: { params: { id: 1 }, body: { userName: 'admin', ...newPassword, oldPassword: 'RSA(ColdFleet#26)' } },
  }),
  route('POST', '/users/resetPassword/:id', 'auth.resetPassword', {
    call: 'C016',
    title: 'api.resetPassword',
    input: {
      newPasswd: ['body.newPasswd', 'body.password'],
      newPasswdAgain: ['body.newPasswdAgain', 'body.passwordAgain'],
    },
    answer: z.object({ reset: z.literal(true) }),
    example: {
      params: { id: 2 },
      body: {
        userName: '13800000002',
        code: '<code>',
        newPasswd: 'RSA(KaiHua#8261)',
        newPasswdAgain: 'RSA(KaiHua#8261)',
      },
      needs: 'api.needs.code',
    },
  }),
  route('POST', '/users/actions/register', 'auth.register', {
    call: 'C019',
    title: 'api.register',
    answer: registered,
    example: {
      as: 'nobody',
      body: { phone: '13912345679', name: '陆青', identifier: '运维部', birthday: '1990-04-12', ...newPassword },
    },
  }),
  route('POST', '/users/register', 'auth.register', {
    call: 'C019',
    title: 'api.register',
    answer: registered,
    example: {
      as: 'nobody',
      body: { phone: '13912345680', name: '沈禾', identifier: '运维部', birthday: '1988-11-02', ...newPassword },
    },
  }),
  route('POST', '/users/actions/refresh', 'auth.refresh', {
    title: 'api.refresh',
    answer: loginAnswer.nullable(),
    example: { as: 'nobody', body: {}, needs: 'api.needs.device' },
  }),
  route('GET', '/users/sessions', 'auth.sessions', {
    title: 'api.ownSessions',
    answer: ownSessionsAnswer,
    example: {},
  }),
  route('POST', '/users/sessions/end', 'auth.endOwn', {
    title: 'api.endOwn',
    answer: z.object({ id }),
    example: { body: { id: 1, kind: 'session' }, needs: 'api.needs.session' },
  }),
  route('POST', '/users/tickets', 'auth.mintTicket', {
    title: 'api.mintTicket',
    answer: issuedAnswer,
    example: { body: {} },
  }),
  route('POST', '/users/tokens', 'auth.createToken', {
    title: 'api.createToken',
    answer: issuedAnswer,
    example: { body: { days: 30, scope: 'read', ownPassword: 'RSA(ColdFleet#26)' } },
  }),
]
