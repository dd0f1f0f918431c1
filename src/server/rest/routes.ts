import { accountRoutes } from './account-routes.ts'
import {
  brandingAnswer,
  cityAnswer,
  cityNamesAnswer,
  companyAnswer,
  deviceAnswer,
  deviceDetailAnswer,
  endedAnswer,
  listOf,
  loginAnswer,
  pemAnswer,
  profileAnswer,
  scrappedAnswer,
  sessionAnswer,
  statusAnswer,
  undoAnswer,
  updateAnswer,
  uploadAnswer,
} from './answers.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { chartRoutes } from './chart-routes.ts'
import { classRoutes } from './class-routes.ts'
import { commentAnswer } from './comment-answers.ts'
import { catalogueAnswer, catalogueSaveAnswer, catalogueVersionAnswer, deletedAnswer, materialAnswer, namedAnswer, partsAnswer } from './goods-answers.ts'
import { kpiRoutes } from './kpi-routes.ts'
import { cardAnswer, projectAnswer, savedProjectAnswer, unassignedAnswer } from './project-answers.ts'
import { repairAnswer, repairChartAnswer, repairSaveAnswer, voidedAnswer, withRepairTimes } from './repair-answers.ts'
import { reportRoutes } from './report-routes.ts'
import { route } from './route.ts'
import { siteRoutes } from './site-routes.ts'
import { stationRoutes } from './station-routes.ts'
import { stockRoutes } from './stock-routes.ts'
import { auditAnswer, pickedUsersAnswer, userAnswer } from './user-answers.ts'

/** An update's path names the project; its body is the project, whole or in part, and its own `id` is passed over. */
const projectUpdate = { id: 'params.id', rowVersion: 'body.rowVersion', project: 'body' } as const
const loginSpellings = {
  userName: ['body.userName', 'body.username'],
  companyId: ['body.companyId', 'body.companyid'],
} as const

/** The documented calls, one row each, under the headings of the specifications. */
export const routes = [
  // Users and sessions
  route('GET', '/users/publicKey', 'auth.publicKey', { title: 'api.publicKey', output: (key) => key.pem, answer: pemAnswer }),
  route('POST', '/users/actions/login', 'auth.login', { call: 'C001', title: 'api.loginCall', input: loginSpellings, answer: loginAnswer }),
  route('POST', '/users/login', 'auth.login', { call: 'C002', title: 'api.loginCall', input: loginSpellings, answer: loginAnswer }),
  route('GET', '/users/getByToken', 'auth.loginByTicket', { call: 'C003', title: 'api.loginByTicket', input: { token: 'query.token' }, answer: loginAnswer }),
  route('GET', '/users/getLoginByToken', 'auth.loginByTicket', {
    call: 'C004',
    title: 'api.loginByTicket',
    input: { token: 'query.token' },
    answer: loginAnswer,
  }),
  route('POST', '/users/actions/logout', 'auth.logout', {
    call: 'C005',
    title: 'api.logout',
    input: { token: ['query.token', 'body.token'] },
    answer: endedAnswer,
  }),
  route('GET', '/users/info', 'auth.info', { call: 'C006', title: 'api.info', answer: sessionAnswer }),
  route('GET', '/users/getProfile/:id', 'users.profile', { call: 'C007', title: 'api.profile', input: { id: 'params.id' }, answer: profileAnswer }),
  route('POST', '/users/find/', 'users.find', { call: 'C009', title: 'api.userFind', answer: listOf(userAnswer) }),
  route('GET', '/users/getByNickName/:name', 'users.byNickName', { call: 'C010', title: 'api.userByNickName', answer: pickedUsersAnswer }),
  route('GET', '/users/getOperatorAndBaseAdmin/:id', 'users.operatorsAndManagers', { call: 'C011', title: 'api.userOperators', answer: pickedUsersAnswer }),
  route('GET', '/users/listUserAll', 'users.find', { call: 'C012', title: 'api.userFind', answer: listOf(userAnswer) }),
  route('POST', '/users/save', 'users.save', { call: 'C013', title: 'api.userSave', answer: userAnswer }),
  route('POST', '/users/update/:id', 'users.update', { call: 'C014', title: 'api.userUpdate', requires: ['rowVersion'], answer: userAnswer }),
  route('POST', '/users/delete/:id', 'users.delete', { call: 'C017', title: 'api.userDelete', answer: deletedAnswer }),
  route('POST', '/users/changeCompany/:companyId/:userId', 'auth.changeCompany', {
    call: 'C018',
    title: 'api.changeCompany',
    input: { companyId: 'params.companyId', userId: 'params.userId' },
    answer: loginAnswer,
  }),

  ...accountRoutes,

  // Companies
  route('GET', '/company/getByDomain', 'auth.branding', { call: 'C020', title: 'api.branding', output: ({ company }) => company, answer: brandingAnswer }),
  route('POST', '/company/find/', 'auth.companies', { call: 'C084', title: 'api.companies', answer: listOf(companyAnswer) }),

  // Devices and machines
  route('POST', '/device/find/', 'devices.find', { call: 'C025', title: 'api.deviceFind', answer: listOf(deviceAnswer) }),
  route('POST', '/machine/find/', 'devices.find', { call: 'C036', title: 'api.machineFind', answer: listOf(deviceAnswer) }),
  route('GET', '/device/getById/:id', 'devices.get', { call: 'C027', title: 'api.deviceGet', answer: deviceDetailAnswer }),
  route('POST', '/device/addChecks/:id', 'devices.addChecks', {
    call: 'C026',
    title: 'api.addChecks',
    input: { people: ['body.list', 'body.people', 'body.checks'] },
    body: 'list',
    answer: deviceDetailAnswer,
  }),
  route('POST', '/device/scrap/:id', 'devices.scrap', { call: 'C028', title: 'api.deviceScrap', answer: scrappedAnswer }),
  route('POST', '/device/export', 'devices.export', { call: 'C029', title: 'api.deviceExport', reply: 'file' }),
  route('POST', '/device/updateDevice', 'feeds.update', {
    call: 'C030',
    title: 'api.updateDevice',
    output: (result) => ({ ...result, date: result.businessDate }),
    answer: updateAnswer,
  }),
  route('POST', '/device/undoUpdate', 'feeds.undo', { title: 'api.undoUpdate', answer: undoAnswer }),

  ...chartRoutes,
  ...stationRoutes,
  ...kpiRoutes,
  ...stockRoutes,

  // Comments
  route('POST', '/Comment/find/', 'comments.find', { call: 'C037', title: 'api.commentFind', answer: listOf(commentAnswer) }),
  route('POST', '/Comment/save', 'comments.save', { call: 'C038', title: 'api.commentSave', answer: commentAnswer }),
  route('PUT', '/Comment/update/:id', 'comments.update', { call: 'C039', title: 'api.commentUpdate', answer: commentAnswer }),
  route('DELETE', '/Comment/delete/:id', 'comments.delete', { call: 'C040', title: 'api.commentDelete', answer: deletedAnswer }),

  ...classRoutes,

  // Repairs
  route('POST', '/data/byRepairDaylyBack', 'repairs.chart', {
    call: 'C062',
    title: 'api.repairBack',
    input: { line: { always: '送回' } },
    answer: repairChartAnswer,
  }),
  route('POST', '/data/byRepairDaylyOut', 'repairs.chart', {
    call: 'C063',
    title: 'api.repairOut',
    input: { line: { always: '送修' } },
    answer: repairChartAnswer,
  }),

  // Repair and return
  route('POST', '/machineMaterialOrder/save', 'repairs.save', { call: 'C041', title: 'api.machineOrder', answer: repairSaveAnswer }),
  route('POST', '/repairDaily/find/', 'repairs.find', { call: 'C118', title: 'api.repairFind', output: withRepairTimes, answer: listOf(repairAnswer) }),
  route('POST', '/repairDaily/save', 'repairs.save', { call: 'C119', title: 'api.repairSave', answer: repairSaveAnswer }),
  route('POST', '/repairDaily/export', 'repairs.export', { title: 'api.repairExport', reply: 'file' }),
  route('POST', '/repairDaily/void/:id', 'repairs.void', { title: 'api.repairVoid', answer: voidedAnswer }),

  ...siteRoutes,
  ...attachmentRoutes,

  ...reportRoutes,

  // Cities
  route('GET', '/city/listCityName', 'cities.names', { call: 'C102', title: 'api.cityNames', answer: cityNamesAnswer }),
  route('GET', '/city/listCityData', 'cities.find', { call: 'C103', title: 'api.cityData', answer: cityAnswer.nullable() }),

  // Projects
  route('POST', '/project/find/', 'projects.find', { call: 'C090', title: 'api.projectFind', answer: listOf(cardAnswer) }),
  route('POST', '/project/find2/', 'projects.findCompany', { call: 'C091', title: 'api.projectFind2', answer: listOf(cardAnswer) }),
  route('POST', '/project/findCenter', 'projects.findCenter', { call: 'C092', title: 'api.projectFindCenter', answer: listOf(cardAnswer) }),
  route('GET', '/project/getUnassigned/:x', 'projects.unassigned', {
    call: 'C093',
    title: 'api.projectUnassigned',
    input: { companyId: 'params.x' },
    answer: unassignedAnswer,
  }),
  route('GET', '/project/get/getProject', 'projects.get', { call: 'C094', title: 'api.projectGet', answer: projectAnswer }),
  route('POST', '/project/save', 'projects.save', { call: 'C095', title: 'api.projectSave', answer: savedProjectAnswer }),
  route('PUT', '/project/update/:id', 'projects.update', {
    call: 'C096',
    title: 'api.projectUpdate',
    input: projectUpdate,
    requires: ['rowVersion'],
    answer: savedProjectAnswer,
  }),
  route('POST', '/project/update/:id', 'projects.update', {
    call: 'C097',
    title: 'api.projectUpdate',
    input: projectUpdate,
    requires: ['rowVersion'],
    answer: savedProjectAnswer,
  }),
  route('POST', '/project/exportPdf', 'projects.exportPdf', {
    call: 'C098',
    title: 'api.projectExportPdf',
    input: { language: 'body.language', project: 'body' },
    numbers: ['id', 'rowVersion'],
    answer: projectAnswer,
  }),
  route('POST', '/project/upload', 'projects.upload', { call: 'C099', title: 'api.projectUpload', body: 'file', answer: uploadAnswer }),
  route('POST', '/materialType/delete/:id', 'projects.delete', { call: 'C100', title: 'api.projectDelete', answer: deletedAnswer }),

  // Goods
  route('GET', '/materialType/find/', 'materialTypes.find', { title: 'api.materialTypeFind', answer: listOf(namedAnswer) }),
  route('POST', '/materialType/find/', 'materialTypes.find', { call: 'C089', title: 'api.materialTypeFind', answer: listOf(namedAnswer) }),
  route('POST', '/materialType/save', 'materialTypes.save', { title: 'api.materialTypeSave', answer: namedAnswer }),
  route('PUT', '/materialType/update/:id', 'materialTypes.update', { title: 'api.materialTypeUpdate', answer: namedAnswer }),
  // Not .../delete/:id, which deletes a project (C100).
  route('DELETE', '/materialType/:id', 'materialTypes.delete', { title: 'api.materialTypeDelete', answer: deletedAnswer }),
  route('POST', '/table/find/', 'models.find', { call: 'C085', title: 'api.modelFind', answer: listOf(namedAnswer) }),
  route('POST', '/model/find/', 'models.find', { call: 'C104', title: 'api.modelFind', answer: listOf(namedAnswer) }),
  route('POST', '/model/save', 'models.save', { title: 'api.modelSave', answer: namedAnswer }),
  route('PUT', '/model/update/:id', 'models.update', { title: 'api.modelUpdate', answer: namedAnswer }),
  route('DELETE', '/model/delete/:id', 'models.delete', { title: 'api.modelDelete', answer: deletedAnswer }),
  route('POST', '/TagType/find/', 'tagTypes.find', { call: 'C122', title: 'api.tagTypeFind', answer: listOf(namedAnswer) }),
  route('POST', '/TagType/save', 'tagTypes.save', { call: 'C123', title: 'api.tagTypeSave', answer: namedAnswer }),
  route('PUT', '/TagType/update/:id', 'tagTypes.update', { call: 'C124', title: 'api.tagTypeUpdate', answer: namedAnswer }),
  route('DELETE', '/TagType/delete/:id', 'tagTypes.delete', { call: 'C125', title: 'api.tagTypeDelete', answer: deletedAnswer }),
  route('POST', '/material/find/', 'materials.find', { call: 'C086', title: 'api.materialFind', answer: listOf(materialAnswer) }),
  route('POST', '/material/save', 'materials.save', { title: 'api.materialSave', answer: materialAnswer }),
  route('PUT', '/material/update/:id', 'materials.update', { title: 'api.materialUpdate', answer: materialAnswer }),
  route('DELETE', '/material/delete/:id', 'materials.delete', { title: 'api.materialDelete', answer: deletedAnswer }),
  route('GET', '/companyMaterial/find/listByMachineId', 'parts.byMachine', { call: 'C105', title: 'api.parts', answer: partsAnswer }),

  // Catalogue of dehumidifiers
  route('GET', '/catalogue/get', 'catalogue.get', { title: 'api.catalogueGet', answer: catalogueAnswer }),
  route('POST', '/catalogue/versions', 'catalogue.versions', { title: 'api.catalogueVersions', answer: listOf(catalogueVersionAnswer) }),
  route('POST', '/catalogue/save', 'catalogue.save', { title: 'api.catalogueSave', answer: catalogueSaveAnswer }),

  // Ours
  route('POST', '/audit/find', 'audit.find', { title: 'api.auditFind', answer: listOf(auditAnswer) }),
  route('POST', '/audit/export', 'audit.export', { title: 'api.auditExport', reply: 'file' }),
  route('GET', '/system/status', 'system.status', { title: 'api.status', answer: statusAnswer }),
]
