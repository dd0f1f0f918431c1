import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildClient, buildCompany, buildDevice, buildSite } from '#tests/support/factories.ts'
import { narrow } from './narrow-scope.ts'
import { loadPlaceBook } from './place-book.ts'

const database = useDatabase()

test('Look for a part of a name only at sites that the other filters leave, and at owners who have devices there', async () => {
  const { db } = database
  const [base, other] = [await buildCompany(db), await buildCompany(db)]
  const site = await buildSite(db, { tenant: base, name: '一号站', province: '江苏省' })
  await buildSite(db, { tenant: base, name: '一号库', province: '浙江省' })
  await buildSite(db, { tenant: other, name: '一号仓', province: '江苏省' })
  const client = await buildClient(db, { company_id: base.id, name: '一号客户' })
  const [moved] = [
    await buildClient(db, { company_id: other.id, name: '一号旧客户' }),
    await buildClient(db, { company_id: other.id, name: '一号外客户' }),
  ]
  await buildDevice(db, { company_id: base.id, client_id: moved.id })
  const scope = { everything: false, branches: [{ companyId: base.id }] }
  const book = await loadPlaceBook(db)
  const narrowed = await narrow(db, book, scope, { province: '江苏省', name: '一号' })
  expect(narrowed).toMatchObject({
    siteIds: [site.id],
    named: { siteIds: [site.id], clientIds: [client.id, moved.id], accountIds: [] },
  })
})
