import type { Reach, Role, Rule } from '#shared/permissions.ts'

const everyone: Partial<Record<Role, Reach>> = {
  none: 'own',
  registrar: 'own',
  inspector: 'own',
  baseManager: 'own',
  manager: 'own',
  client: 'own',
  account: 'own',
}
const deviceReaders: Partial<Record<Role, Reach>> = {
  registrar: 'company',
  inspector: 'company',
  baseManager: 'company',
  manager: 'all',
  client: 'client',
  account: 'account',
}
const deviceExporters: Partial<Record<Role, Reach>> = { inspector: 'company', baseManager: 'company', manager: 'all', client: 'client', account: 'account' }
const staff: Partial<Record<Role, Reach>> = { registrar: 'company', inspector: 'company', baseManager: 'company', manager: 'all' }
const baseManagers: Partial<Record<Role, Reach>> = { baseManager: 'company', manager: 'all' }
const goodsReaders: Partial<Record<Role, Reach>> = { registrar: 'open', inspector: 'open', baseManager: 'open', manager: 'open' }
const managers: Partial<Record<Role, Reach>> = { manager: 'all' }

/**
 * Who may call what, and how far it reaches: the matrix of trust.md section 4, one row a procedure.
 * A procedure without a row does not compile and does not start; nothing else grants anything.
 */
export const policy = {
  'auth.publicKey': { calls: [], anonymous: 'open', reach: everyone },
  'auth.branding': { calls: ['C020'], anonymous: 'open', reach: everyone },
  'auth.login': { calls: ['C001', 'C002'], anonymous: 'open', reach: everyone },
  'auth.loginByTicket': { calls: ['C003', 'C004'], anonymous: 'open', reach: everyone },
  'auth.logout': { calls: ['C005'], anonymous: 'open', reach: everyone },
  'auth.info': { calls: ['C006'], reach: everyone },
  'auth.mintTicket': { calls: [], reach: everyone, audit: true },
  'auth.createToken': { calls: [], reach: managers, audit: true },
  'auth.companies': { calls: ['C084'], reach: { ...everyone, manager: 'all' } },
  'auth.changeCompany': { calls: ['C018'], reach: { registrar: 'own', inspector: 'own', baseManager: 'own', manager: 'all' }, audit: true },
  'users.profile': { calls: ['C007'], reach: { ...everyone, baseManager: 'company', manager: 'all' } },
  'users.seed': { calls: [], key: 'user', reach: managers, audit: true },
  'users.setPassword': { calls: [], key: 'user', reach: managers, audit: true },
  'devices.find': { calls: ['C025', 'C036'], reach: deviceReaders },
  'devices.get': { calls: ['C027'], reach: deviceReaders },
  'devices.export': { calls: ['C029'], reach: deviceExporters, audit: true },
  'devices.scrap': { calls: ['C028'], key: 'base_screen', reach: baseManagers, audit: true },
  'devices.mark': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'repairs.find': { calls: ['C118'], reach: deviceReaders },
  'repairs.worklists': { calls: [], reach: deviceReaders },
  'repairs.chart': { calls: ['C062', 'C063'], reach: deviceReaders },
  'repairs.export': { calls: [], reach: deviceExporters, audit: true },
  'repairs.save': { calls: ['C041', 'C119'], key: 'sale', reach: baseManagers, audit: true },
  'repairs.void': { calls: [], key: 'sale', reach: baseManagers, audit: true },
  'feeds.update': { calls: ['C030'], key: 'base_screen', reach: baseManagers, audit: true },
  'feeds.start': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'feeds.progress': { calls: [], key: 'base_screen', reach: baseManagers, polling: true },
  'feeds.watch': { calls: [], key: 'base_screen', reach: baseManagers, polling: true },
  'feeds.cancel': { calls: [], key: 'base_screen', reach: baseManagers },
  'charts.lastDate': { calls: ['C048'], reach: deviceReaders, polling: true },
  'charts.counts': { calls: ['C049'], reach: deviceReaders },
  'charts.stackedStates': { calls: ['C050'], reach: deviceReaders },
  'charts.rate': { calls: ['C051', 'C052', 'C053'], reach: deviceReaders },
  'charts.pie': { calls: ['C054'], reach: deviceReaders },
  'charts.overview': { calls: [], reach: deviceReaders },
  'charts.history': { calls: [], reach: deviceReaders },
  'charts.dayDevices': { calls: [], reach: deviceReaders },
  'charts.dayChanges': { calls: [], reach: deviceReaders },
  'charts.coverage': { calls: [], reach: deviceReaders, polling: true },
  'charts.clientPie': { calls: ['C055'], reach: deviceReaders },
  'charts.sitePie': { calls: ['C056'], reach: deviceReaders },
  'charts.dailyPie': { calls: ['C057'], reach: deviceReaders },
  'charts.line': { calls: ['C058'], reach: deviceReaders },
  'charts.bar': { calls: ['C059', 'C064'], reach: deviceReaders },
  'charts.device': { calls: ['C067', 'C068'], reach: deviceReaders },
  'charts.reviewed': { calls: ['C069'], reach: deviceReaders },
  /** Figures of competitors: not for the owners of machines. */
  'charts.clientRanking': { calls: ['C060'], reach: staff },
  'charts.siteRanking': { calls: ['C061'], reach: staff },
  'charts.provinces': { calls: ['C065', 'C066'], reach: staff },
  'sites.find': { calls: ['C106'], reach: deviceReaders },
  'sites.get': { calls: ['C121'], reach: deviceReaders },
  'sites.export': { calls: ['C113'], key: 'base_screen', reach: baseManagers, audit: true },
  'sites.centers': { calls: ['C109'], key: 'agent', reach: managers },
  'clients.find': { calls: ['C087', 'C088'], reach: deviceReaders },
  'clients.get': { calls: [], reach: deviceReaders },
  'clients.export': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'accounts.find': { calls: ['C107'], reach: deviceReaders },
  'accounts.get': { calls: [], reach: deviceReaders },
  'accounts.unassigned': { calls: ['C108'], key: 'agent', reach: managers },
  'cities.names': { calls: ['C102'], reach: everyone },
  'cities.find': { calls: ['C103'], reach: everyone },
  'cities.import': { calls: [], reach: managers, audit: true },
  'catalogue.get': { calls: [], reach: everyone },
  'catalogue.versions': { calls: [], reach: everyone },
  'catalogue.save': { calls: [], key: 'materialType', reach: managers, audit: true },
  'projects.upload': { calls: ['C099'], reach: everyone },
  /** An open form asks for fresh addresses by itself. */
  'projects.images': { calls: [], reach: everyone, polling: true },
  'projects.find': { calls: ['C090'], reach: everyone },
  'projects.findCompany': { calls: ['C091'], reach: baseManagers },
  'projects.findCenter': { calls: ['C092'], reach: managers },
  'projects.unassigned': { calls: ['C093'], reach: baseManagers },
  /** Changed by the owner alone; read by the managers too. */
  'projects.get': { calls: ['C094'], reach: { ...everyone, ...baseManagers } },
  'projects.save': { calls: ['C095'], reach: everyone },
  'projects.update': { calls: ['C096', 'C097'], reach: everyone },
  'projects.delete': { calls: ['C100'], reach: everyone, audit: true },
  'projects.exportPdf': { calls: ['C098'], reach: everyone, audit: true },
  'projects.pdf': { calls: [], reach: everyone, audit: true },
  'projects.export': { calls: [], reach: { ...everyone, ...baseManagers }, audit: true },
  'materialTypes.find': { calls: ['C089'], reach: goodsReaders },
  'materialTypes.save': { calls: [], key: 'materialType', reach: managers, audit: true },
  'materialTypes.update': { calls: [], key: 'materialType', reach: managers, audit: true },
  'materialTypes.delete': { calls: [], key: 'materialType', reach: managers, audit: true },
  'models.find': { calls: ['C085', 'C104'], reach: goodsReaders },
  'models.save': { calls: [], key: 'model', reach: managers, audit: true },
  'models.update': { calls: [], key: 'model', reach: managers, audit: true },
  'models.delete': { calls: [], key: 'model', reach: managers, audit: true },
  'tagTypes.find': { calls: ['C122'], reach: goodsReaders },
  'tagTypes.save': { calls: ['C123'], key: 'materialType', reach: managers, audit: true },
  'tagTypes.update': { calls: ['C124'], key: 'materialType', reach: managers, audit: true },
  'tagTypes.delete': { calls: ['C125'], key: 'materialType', reach: managers, audit: true },
  'materials.find': { calls: ['C086'], reach: goodsReaders },
  'materials.save': { calls: [], key: 'material', reach: managers, audit: true },
  'materials.update': { calls: [], key: 'material', reach: managers, audit: true },
  'materials.delete': { calls: [], key: 'material', reach: managers, audit: true },
  'parts.byMachine': { calls: ['C105'], key: 'company_material', reach: baseManagers },
  'system.status': { calls: [], reach: managers },
  /** The terminal alone, as the procedure itself sees to. */
  'system.backup': { calls: [], reach: managers, audit: true },
} as const satisfies Record<string, Rule>

export type ProcedurePath = keyof typeof policy
export const ruleOf = (path: ProcedurePath): Rule => policy[path]
/** True for what a screen asks by itself, again and again. */
export const isPolling = (path: string): boolean => Object.hasOwn(policy, path) && ruleOf(path as ProcedurePath).polling === true
