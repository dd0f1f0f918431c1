import { expect, test } from 'vitest'
import { describeError } from '#server/errors.ts'
import { createAudit } from '#server/services/audit.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount, buildCompany, buildHeadquarters, buildSite } from '#tests/support/factories.ts'

const database = useDatabase()
const sentenceOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => describeError(error, 'zh', 'test').message,
  )
const refused = (code: string) => expect.objectContaining({ cause: expect.objectContaining({ code }) })

async function office() {
  const { db } = database
  const centre = await buildHeadquarters(db)
  const base = await buildCompany(db, { name: '华东基地' })
  const caller = async (company: number, nick_name = '管理层') =>
    buildCallerAs(db, { company_id: company, nick_name }, { services: { audit: createAudit() } })
  return {
    db,
    centre,
    base,
    manager: await caller(centre.id),
    ofBase: await caller(base.id),
    baseManager: await caller(base.id, '基地负责人'),
  }
}

test('Create a base below headquarters or a site below a base, with the chosen sub-accounts', async () => {
  const { db, centre, base, manager } = await office()
  const account = await buildAccount(db, { company_id: base.id })
  const own = await manager.sites.save({
    name: '华南基地',
    domain: 'south',
    province: '广东省',
    superCompanyId: centre.id,
  })
  expect(own).toMatchObject({
    name: '华南基地',
    domain: 'south',
    totalNumber: 5,
    remainNumber: 5,
    superCompanyId: centre.id,
    rowVersion: 1,
    accounts: [],
  })
  const site = await manager.sites.save({
    name: '华东五号站',
    domain: 'east-5',
    superCompanyId: base.id,
    accounts: [account.id],
  })
  expect(site.accounts).toEqual([account.id])
  const tenants = await db
    .selectFrom('company')
    .select(['id', 'tenant_id'])
    .where('id', 'in', [own.id, site.id])
    .orderBy('id')
    .execute()
  expect(tenants).toEqual([
    { id: own.id, tenant_id: own.id },
    { id: site.id, tenant_id: base.id },
  ])
  expect(await manager.accounts.unassigned({ id: 0 })).toEqual([])
  expect(await manager.accounts.unassigned({ id: site.id })).toEqual([{ id: account.id, name: account.name }])
  await manager.sites.update({ id: site.id, name: '华东五号站', domain: 'east-5', accounts: [] })
  expect((await manager.accounts.unassigned({ id: 0 })).map(({ id }) => id)).toEqual([account.id])
  const audited = await db.selectFrom('audit_log').select('action').orderBy('id').execute()
  expect(audited.map(({ action }) => action)).toEqual(['sites.save', 'sites.save', 'sites.update'])
})

test('Show every sub-account of a site or client with more than a page of them, and save them all again', async () => {
  const { db, base, manager } = await office()
  const site = await buildSite(db, { name: '一号站', tenant: base })
  const { client_id } = await buildAccount(db, { company_id: base.id, site_id: site.id, name: '甲' })
  const many = Array.from({ length: 1_100 }, (_, at) => ({
    ...{ client_id, company_id: base.id, site_id: site.id },
    name: `账号${at}`,
  }))
  await db.insertInto('account').values(many).execute()
  const shown = await manager.sites.get({ id: site.id })
  expect(new Set(shown.accounts).size).toBe(1_101)
  const { id, accounts, rowVersion } = shown
  await manager.sites.update({ id, rowVersion, accounts: accounts.slice(1) })
  expect((await manager.sites.get({ id })).accounts).toEqual(accounts.slice(1))
  const client = await manager.clients.get({ id: client_id })
  expect(await manager.clients.update({ id: client.id, accounts: client.accounts, name: '改名' })).toMatchObject({
    name: '改名',
  })
})

test('Require name and sub-domain with documented messages, and a unique sub-domain', async () => {
  const { centre, manager, base } = await office()
  const save = (given: object) => manager.sites.save({ name: '甲', domain: 'a', superCompanyId: centre.id, ...given })
  expect(await sentenceOf(save({ name: ' ' }))).toContain('基地的名称不能为空')
  for (const domain of ['', undefined]) expect(await sentenceOf(save({ domain }))).toContain('基地的子域名不能为空')
  expect(await sentenceOf(save({ domain: 'a b' }))).toContain('子域名只能由字母、数字和连字符组成')
  await save({})
  expect(await sentenceOf(save({ name: '乙', domain: 'A' }))).toContain('子域名已存在')
  expect(await sentenceOf(manager.sites.update({ id: base.id, name: '乙', domain: 'a' }))).toContain('子域名已存在')
  // A file that names it would always be refused; below another company the name is free.
  expect(await sentenceOf(save({ domain: 'b' }))).toContain('已有同名的基地')
  expect(await sentenceOf(manager.sites.update({ id: base.id, name: '甲', domain: 'b' }))).toContain('已有同名的基地')
  await save({ domain: 'b', superCompanyId: base.id })
})

test('Let one of two concurrent edits win, and refuse edits in another base', async () => {
  const { db, manager, ofBase, baseManager, base } = await office()
  const site = await buildSite(db, { tenant: base })
  const elsewhere = await buildCompany(db)
  const { rowVersion } = await manager.sites.get({ id: site.id })
  const change = { id: site.id, name: '新名', domain: 'new', rowVersion }
  expect(await manager.sites.update(change)).toMatchObject({ name: '新名', rowVersion: rowVersion + 1 })
  await expect(manager.sites.update(change)).rejects.toEqual(refused('EDITED_BY_OTHERS'))
  await expect(ofBase.sites.update({ ...change, id: elsewhere.id })).rejects.toEqual(refused('NOT_FOUND'))
  await expect(ofBase.sites.save({ name: '丙', domain: 'c', superCompanyId: elsewhere.id })).rejects.toEqual(
    refused('NOT_FOUND'),
  )
  await expect(baseManager.sites.save({ name: '丙', domain: 'c' })).rejects.toEqual(refused('FORBIDDEN'))
  await expect(ofBase.clients.save({ name: '丁', companyId: elsewhere.id })).rejects.toEqual(refused('NOT_FOUND'))
})

test('Refuse another parent of a site or base of a client by field name, and accept the same one', async () => {
  const { db, centre, base, manager } = await office()
  const other = await buildCompany(db)
  const site = await manager.sites.save({ name: '五号站', domain: 'five', superCompanyId: base.id })
  const client = await manager.clients.save({ name: '晨曦', companyId: base.id })
  for (const superCompanyId of [other.id, centre.id, null, 0, site.id])
    expect(await sentenceOf(manager.sites.update({ id: site.id, name: '别名', superCompanyId }))).toContain(
      '上级公司 superCompanyId (不能更改',
    )
  for (const companyId of [other.id, centre.id])
    expect(await sentenceOf(manager.clients.update({ id: client.id, name: '别名', companyId }))).toContain(
      '公司 companyId (不能更改',
    )
  const { domain, ...row } = await manager.sites.get({ id: site.id })
  expect(domain).toBe('five')
  expect(await manager.sites.update({ ...row, totalNumber: 9 })).toMatchObject({ name: '五号站', totalNumber: 9 })
  expect(
    await manager.clients.update({ ...(await manager.clients.get({ id: client.id })), city: '苏州' }),
  ).toMatchObject({ name: '晨曦', city: '苏州' })
})

test('Keep a client in one base, with a unique name there', async () => {
  const { manager, ofBase, base } = await office()
  const client = await manager.clients.save({ name: '晨曦', companyId: base.id, province: '上海市' })
  expect(client).toMatchObject({
    name: '晨曦',
    companyId: base.id,
    company: '华东基地',
    province: '上海市',
    rowVersion: 1,
  })
  await expect(ofBase.clients.save({ name: '晨曦' })).rejects.toEqual(refused('DUPLICATE'))
  await expect(manager.clients.save({ name: '无主' })).rejects.toEqual(refused('VALIDATION'))
  expect(await ofBase.clients.update({ id: client.id, name: '晨光', rowVersion: 1 })).toMatchObject({
    name: '晨光',
    province: '上海市',
    rowVersion: 2,
  })
  await expect(manager.clients.update({ id: client.id, name: '晨曦', rowVersion: 1 })).rejects.toEqual(
    refused('EDITED_BY_OTHERS'),
  )
})
