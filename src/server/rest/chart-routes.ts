import { z } from 'zod'
import { countsAnswer, lastDateAnswer, listOf, pieAnswer, rateAnswer, stackAnswer } from './answers.ts'
import {
  accountAnswer,
  accountDetailAnswer,
  barsAnswer,
  clientAnswer,
  clientDetailAnswer,
  deviceSeries,
  deviceSeriesAnswer,
  lineAnswer,
  namedPlaceAnswer,
  plainSlices,
  provinceBars,
  provinceCountsAnswer,
  siteAnswer,
  siteDetailAnswer,
} from './place-answers.ts'
import { route } from './route.ts'

/** The form of sites and clients that the documents show has `superCompanyId` for the company above, our rows of clients `companyId`. */
const clientBase = ['body.companyId', 'body.superCompanyId'] as const

/** The documented calls about charts, sites, clients and sub-accounts, one row each. */
export const chartRoutes = [
  // Data and charts
  route('GET', '/deviceDaily/getLastDate', 'charts.lastDate', { call: 'C048', title: 'api.lastDate', answer: lastDateAnswer }),
  route('POST', '/data/getBasicDataByState/state', 'charts.counts', { call: 'C049', title: 'api.counts', answer: countsAnswer }),
  route('POST', '/data/getStackBarByState', 'charts.stackedStates', { call: 'C050', title: 'api.stack', answer: stackAnswer }),
  route('POST', '/data/lineOnlineRateByDeviceDaily', 'charts.rate', {
    call: 'C051',
    title: 'api.online',
    input: { rate: { always: 'online' } },
    answer: rateAnswer,
  }),
  route('POST', '/data/lineOfflineRateByDeviceDaily', 'charts.rate', {
    call: 'C052',
    title: 'api.offline',
    input: { rate: { always: 'offline' } },
    answer: rateAnswer,
  }),
  route('POST', '/data/lineHashRateByDeviceDaily', 'charts.rate', {
    call: 'C053',
    title: 'api.compliance',
    input: { rate: { always: 'compliance' } },
    answer: rateAnswer,
  }),
  route('POST', '/data/getPieDataByIndicator/:indicator', 'charts.pie', {
    call: 'C054',
    title: 'api.pie',
    input: { indicator: 'params.indicator' },
    answer: pieAnswer,
  }),

  route('POST', '/data/getPieDataByClientDevice', 'charts.clientPie', { call: 'C055', title: 'api.clientPie', output: plainSlices, answer: pieAnswer }),
  route('POST', '/data/getPieDataBySiteDevice', 'charts.sitePie', { call: 'C056', title: 'api.sitePie', output: plainSlices, answer: pieAnswer }),
  route('POST', '/data/getPieStateByDeviceDaily', 'charts.dailyPie', { call: 'C057', title: 'api.dailyPie', answer: pieAnswer }),
  route('POST', '/data/lineByDeviceDaily/:line', 'charts.line', { call: 'C058', title: 'api.line', input: { line: 'params.line' }, answer: lineAnswer }),
  route('POST', '/data/getDeviceBarBy/:bar', 'charts.bar', { call: 'C059', title: 'api.bar', input: { by: 'params.bar' }, answer: barsAnswer }),
  route('POST', '/data/orderClientBy/:ranking', 'charts.clientRanking', {
    call: 'C060',
    title: 'api.clientRanking',
    input: { by: 'params.ranking' },
    answer: barsAnswer,
  }),
  route('POST', '/data/orderSiteBy/:ranking', 'charts.siteRanking', {
    call: 'C061',
    title: 'api.siteRanking',
    input: { by: 'params.ranking' },
    answer: barsAnswer,
  }),
  route('POST', '/data/byMachineType', 'charts.bar', { call: 'C064', title: 'api.machineTypes', input: { by: { always: 'province' } }, answer: barsAnswer }),
  route('POST', '/data/byProvince', 'charts.provinces', { call: 'C065', title: 'api.provinces', output: provinceBars, answer: barsAnswer }),
  route('POST', '/data/counts/byProvince', 'charts.provinces', { call: 'C066', title: 'api.provinceCounts', answer: provinceCountsAnswer }),
  route('POST', '/data/byMachine/:id', 'charts.device', {
    call: 'C067',
    title: 'api.deviceHistory',
    output: deviceSeries({ state: 'states', hashRate: 'hashRate', hashTarget: 'hashTarget' }),
    answer: deviceSeriesAnswer,
  }),
  route('POST', '/data/byMachineDay/:id', 'charts.device', {
    call: 'C068',
    title: 'api.deviceDays',
    output: deviceSeries({ onlineRate: 'onlineRate', hashRate: 'hashRate' }),
    answer: deviceSeriesAnswer,
  }),
  route('POST', '/data/allMyMachines/:companyId/:userId', 'charts.reviewed', { call: 'C069', title: 'api.reviewed', answer: countsAnswer }),

  // Sites, clients, accounts
  route('POST', '/site/find/', 'sites.find', { call: 'C106', title: 'api.siteFind', answer: listOf(siteAnswer) }),
  route('POST', '/client/find/', 'clients.find', { call: 'C088', title: 'api.clientFind', answer: listOf(clientAnswer) }),
  route('POST', '/account/find/', 'accounts.find', { call: 'C107', title: 'api.accountFind', answer: listOf(accountAnswer) }),
  route('POST', '/agent/find/', 'clients.find', {
    call: 'C087',
    title: 'api.agentFind',
    output: ({ data, totalCount }) => ({ data: data.map(({ id, name }) => ({ id, name })), totalCount }),
    answer: listOf(namedPlaceAnswer),
  }),
  route('GET', '/account/getUnassigned/:id', 'accounts.unassigned', { call: 'C108', title: 'api.accountUnassigned', answer: z.array(namedPlaceAnswer) }),
  route('POST', '/company/findCenter', 'sites.centers', { call: 'C109', title: 'api.centers', answer: listOf(namedPlaceAnswer) }),
  route('GET', '/company/export/:companyId', 'sites.export', { call: 'C113', title: 'api.siteExport', reply: 'file' }),
  route('POST', '/client/save', 'clients.save', {
    call: 'C110',
    title: 'api.clientSave',
    input: { companyId: clientBase },
    requires: ['companyId'],
    answer: clientDetailAnswer,
  }),
  route('POST', '/client/update/:id', 'clients.update', {
    call: 'C111',
    title: 'api.clientUpdate',
    input: { companyId: clientBase },
    answer: clientDetailAnswer,
  }),
  route('POST', '/site/save', 'sites.save', { call: 'C120', title: 'api.siteSave', answer: siteDetailAnswer }),
  route('POST', '/site/update/:id', 'sites.update', { title: 'api.siteUpdate', answer: siteDetailAnswer }),
  route('POST', '/company/save', 'sites.save', { title: 'api.siteSave', answer: siteDetailAnswer }),
  route('POST', '/company/update/:id', 'sites.update', { title: 'api.siteUpdate', answer: siteDetailAnswer }),
  route('GET', '/site/getById/:id', 'sites.get', { call: 'C121', title: 'api.siteGet', answer: siteDetailAnswer }),
  route('GET', '/client/getById/:id', 'clients.get', { title: 'api.clientGet', answer: clientDetailAnswer }),
  route('GET', '/account/getById/:id', 'accounts.get', { title: 'api.accountGet', answer: accountDetailAnswer }),
  // The last part of the path is called type in the documents; here `type` is a filter.
  route('POST', '/data/export/:kind/:companyId', 'data.export', { call: 'C077', title: 'api.dataExport', reply: 'file' }),
  route('POST', '/machine/export', 'devices.exportMachines', { call: 'C031', title: 'api.machineExport', reply: 'file' }),
  route('POST', '/device/exportWarnings', 'devices.exportWarnings', { title: 'api.warningExport', reply: 'file' }),
  route('POST', '/deviceDaily/export', 'dailies.export', { title: 'api.dailyExport', reply: 'file' }),
  route('POST', '/deviceDaily/exportDays', 'dailies.exportDays', { title: 'api.dayExport', reply: 'file' }),
  route('POST', '/client/statement/:id', 'clients.statement', { title: 'api.statement', reply: 'file' }),
  route('POST', '/client/export', 'clients.export', { title: 'api.clientExport', reply: 'file' }),
  route('POST', '/account/export', 'accounts.export', { title: 'api.accountExport', reply: 'file' }),
]
