import { baseManagers, deviceReaders, everyone, managers, type Rule, reviewers } from './permissions-reach.ts'

/** Rules for sign-in, the own account, and the administration of users. */
export const accountRules = {
  'auth.publicKey': { calls: [], anonymous: 'open', reach: everyone },
  'auth.branding': { calls: ['C020'], anonymous: 'open', reach: everyone },
  'auth.login': { calls: ['C001', 'C002'], anonymous: 'open', reach: everyone },
  'auth.loginByTicket': { calls: ['C003', 'C004'], anonymous: 'open', reach: everyone },
  'auth.refresh': { calls: [], anonymous: 'open', reach: everyone },
  'auth.sendCode': { calls: ['C008'], anonymous: 'open', reach: everyone, audit: true },
  'auth.resetPassword': { calls: ['C016'], anonymous: 'open', reach: everyone, audit: true },
  /** Only for callers without an account: the procedure checks it. */
  'auth.register': { calls: ['C019'], anonymous: 'open', reach: {}, audit: true },
  'auth.logout': { calls: ['C005'], anonymous: 'open', reach: everyone },
  'auth.updatePassword': { calls: ['C015'], reach: everyone, firstPassword: true, audit: true },
  'auth.sessions': { calls: [], reach: everyone },
  'auth.endOwn': { calls: [], reach: everyone, audit: true },
  'auth.info': { calls: ['C006'], reach: everyone, firstPassword: true },
  'auth.mintTicket': { calls: [], reach: everyone, audit: true },
  'auth.createToken': { calls: [], reach: managers, audit: true },
  'auth.companies': { calls: ['C084'], reach: deviceReaders },
  'auth.changeCompany': {
    calls: ['C018'],
    reach: { registrar: 'own', inspector: 'own', baseManager: 'own', manager: 'all' },
    audit: true,
  },
  'users.profile': {
    calls: ['C007'],
    reach: { ...everyone, baseManager: 'company', manager: 'all' },
    firstPassword: true,
  },
  'users.find': { calls: ['C009', 'C012'], key: 'user', reach: baseManagers },
  'users.byNickName': { calls: ['C010'], key: 'trace', reach: reviewers },
  'users.operatorsAndManagers': { calls: ['C011'], key: 'trace', reach: reviewers },
  'users.save': { calls: ['C013'], key: 'user', reach: baseManagers, audit: true },
  'users.update': { calls: ['C014'], key: 'user', reach: baseManagers, audit: true },
  'users.delete': { calls: ['C017'], key: 'user', reach: baseManagers, audit: true },
  'users.setDisabled': { calls: [], key: 'user', reach: baseManagers, audit: true },
  'users.resetPassword': { calls: [], key: 'user', reach: baseManagers, audit: true },
  'users.endSessions': { calls: [], key: 'user', reach: baseManagers, audit: true },
  'users.seed': { calls: [], key: 'user', reach: managers, audit: true },
  'users.setPassword': { calls: [], key: 'user', reach: managers, audit: true },
} as const satisfies Record<string, Rule>
