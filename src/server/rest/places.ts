import { z } from 'zod'
import { deletedAnswer, listOf } from './answer-schemas.ts'
import { fileTypes } from './example-values.ts'
import {
  accountAnswer,
  accountDetailAnswer,
  brandingAnswer,
  clientAnswer,
  clientDetailAnswer,
  companyAnswer,
  namedPlaceAnswer,
  siteAnswer,
  siteDeletionAnswer,
  siteDetailAnswer,
} from './place-answers.ts'
import { type Route, route } from './route.ts'

/**
 * The documented form of sites and clients calls the company above `superCompanyId`, our rows of clients `companyId`.
 */
const clientBase = ['body.companyId', 'body.superCompanyId'] as const

const place = { province: '江苏省', city: '无锡', region: '滨湖区', picId: null, smallPicId: null }

/** The companies that a user may enter, and the branding of an address before sign-in. */
export const companyRoutes: readonly Route[] = [
  route('GET', '/company/getByDomain', 'auth.branding', {
    call: 'C020',
    title: 'api.branding',
    output: ({ company }) => company,
    answer: brandingAnswer,
    example: { query: { domain: 'localhost' } },
  }),
  route('POST', '/company/find/', 'auth.companies', {
    call: 'C084',
    title: 'api.companies',
    answer: listOf(companyAnswer),
    example: { body: { page: 1, size: 100, name: '' } },
  }),
]

/** Sites, clients and sub-accounts. */
export const placeRoutes: readonly Route[] = [
  route('POST', '/site/find/', 'sites.find', {
    call: 'C106',
    title: 'api.siteFind',
    answer: listOf(siteAnswer),
    example: {
      body: { page: 1, size: 20, total: 0, name: '', companyId: 2, orderColumn: 'totalDeviceCount', orderWay: 'desc' },
    },
  }),
  route('POST', '/client/find/', 'clients.find', {
    call: 'C088',
    title: 'api.clientFind',
    answer: listOf(clientAnswer),
    example: { body: { page: 1, size: 20, name: '数', companyId: 2 } },
  }),
  route('POST', '/account/find/', 'accounts.find', {
    call: 'C107',
    title: 'api.accountFind',
    answer: listOf(accountAnswer),
    example: { body: { page: 1, size: 20, name: '', clientId: 1, siteId: '' } },
  }),
  route('POST', '/agent/find/', 'clients.find', {
    call: 'C087',
    title: 'api.agentFind',
    output: ({ data, totalCount }) => ({ data: data.map(({ id, name }) => ({ id, name })), totalCount }),
    answer: listOf(namedPlaceAnswer),
    example: { body: { page: 1, size: 1000 } },
  }),
  route('GET', '/account/getUnassigned/:id', 'accounts.unassigned', {
    call: 'C108',
    title: 'api.accountUnassigned',
    answer: z.array(namedPlaceAnswer),
    example: { params: { id: 0 } },
  }),
  route('POST', '/company/findCenter', 'sites.centers', {
    call: 'C109',
    title: 'api.centers',
    answer: listOf(namedPlaceAnswer),
    example: {},
  }),
  route('GET', '/company/export/:companyId', 'sites.export', {
    call: 'C113',
    title: 'api.siteExport',
    reply: 'file',
    example: { params: { companyId: 2 }, answer: { name: '基地列表.csv', type: fileTypes.csv } },
  }),
  route('POST', '/client/save', 'clients.save', {
    call: 'C110',
    title: 'api.clientSave',
    input: { companyId: clientBase },
    requires: ['companyId'],
    answer: clientDetailAnswer,
    example: { body: { name: '湖畔算力', ...place, companyId: 2 } },
  }),
  route('POST', '/client/update/:id', 'clients.update', {
    call: 'C111',
    title: 'api.clientUpdate',
    input: { companyId: clientBase },
    answer: clientDetailAnswer,
    example: { params: { id: 2 }, body: { name: '远山科技', city: '杭州', rowVersion: 1 } },
  }),
  route('POST', '/site/save', 'sites.save', {
    call: 'C120',
    title: 'api.siteSave',
    answer: siteDetailAnswer,
    example: { body: { name: '无锡站', domain: 'wuxi', ...place, totalNumber: 20, accounts: [], superCompanyId: 2 } },
  }),
  route('POST', '/site/update/:id', 'sites.update', {
    title: 'api.siteUpdate',
    answer: siteDetailAnswer,
    example: { params: { id: 5 }, body: { totalNumber: 30, rowVersion: 1 } },
  }),
  route('POST', '/company/save', 'sites.save', {
    title: 'api.siteSave',
    answer: siteDetailAnswer,
    example: {
      body: {
        name: '常州站',
        domain: 'changzhou',
        ...place,
        city: '常州',
        totalNumber: 20,
        accounts: [],
        superCompanyId: 2,
      },
    },
  }),
  route('POST', '/company/update/:id', 'sites.update', {
    title: 'api.siteUpdate',
    answer: siteDetailAnswer,
    example: { params: { id: 6 }, body: { totalNumber: 30, rowVersion: 1 } },
  }),
  route('GET', '/site/getById/:id', 'sites.get', {
    call: 'C121',
    title: 'api.siteGet',
    answer: siteDetailAnswer,
    example: { params: { id: 4 } },
  }),
  route('GET', '/client/getById/:id', 'clients.get', {
    title: 'api.clientGet',
    answer: clientDetailAnswer,
    example: { params: { id: 1 } },
  }),
  route('GET', '/account/getById/:id', 'accounts.get', {
    title: 'api.accountGet',
    answer: accountDetailAnswer,
    example: { params: { id: 1 } },
  }),
]

/** Documented actions on sites, clients and sub-accounts other than saving. */
export const placeDeletionRoutes: readonly Route[] = [
  route('POST', '/company/delete/:id', 'sites.delete', {
    call: 'C114',
    title: 'api.siteDelete',
    answer: siteDeletionAnswer,
    example: { params: { id: 9 }, body: { password: 'RSA(ColdFleet#26)' } },
  }),
  route('POST', '/client/delete/:id', 'clients.delete', {
    title: 'api.clientDelete',
    answer: deletedAnswer,
    example: { params: { id: 9 }, body: { password: 'RSA(ColdFleet#26)' }, needs: 'api.needs.emptyClient' },
  }),
  route('POST', '/account/save', 'accounts.save', {
    title: 'api.accountSave',
    answer: accountDetailAnswer,
    example: { body: { name: 'chenxi-04', clientId: 1, siteId: 4 } },
  }),
  route('POST', '/account/update/:id', 'accounts.update', {
    title: 'api.accountUpdate',
    answer: accountDetailAnswer,
    example: { params: { id: 2 }, body: { name: 'chenxi-02', siteId: 5, rowVersion: 1 } },
  }),
  route('POST', '/account/delete/:id', 'accounts.delete', {
    title: 'api.accountDelete',
    answer: deletedAnswer,
    example: { params: { id: 25 }, body: { password: 'RSA(ColdFleet#26)' }, needs: 'api.needs.emptyAccount' },
  }),
]
