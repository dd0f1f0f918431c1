import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import { buildAccount, buildClient, buildCompany, buildHeadquarters, buildSite } from '#tests/support/factories.ts'
import { loadPlaceBook, type PlaceBook } from './place-book.ts'

const database = useDatabase()

async function office() {
  const { db } = database
  await buildHeadquarters(db)
  const base = await buildCompany(db, { name: '基地 10' })
  const client = await buildClient(db, { company_id: base.id, name: '客户 1' })
  const accounts = []
  for (let number = 1; number <= 60; number += 1)
    accounts.push(await buildAccount(db, { client_id: client.id, name: `账号 ${number}` }))
  const [account] = accounts
  if (!account) throw new Error('no account was made')
  return { base, client, account }
}

/** Return the content of a book, independent of how it was read. */
const contents = ({ version, companies, clients, accounts, named, tenants, hasDeletedSite }: PlaceBook) => ({
  version,
  companies: [...companies.values()],
  clients: [...clients.values()],
  accounts: [...accounts],
  order: [named.companies.inOrder(), named.clients.inOrder(), named.accounts.inOrder()],
  tenants,
  hasDeletedSite,
})

test('Read only a changed name, and build the same book as a full read', async () => {
  const { db } = database
  const { base, account } = await office()
  let book = await loadPlaceBook(db)
  book.named.accounts.inOrder()
  expect(await loadPlaceBook(db, book)).toBe(book)
  const changes = [
    () => db.updateTable('account').set({ name: '账号 31b' }).where('id', '=', account.id).execute(),
    () => buildSite(db, { tenant: base }),
    () => db.updateTable('company').set({ deleted_at: new Date() }).where('super_company_id', '=', base.id).execute(),
    () => db.deleteFrom('account').where('id', '=', account.id).execute(),
    () => db.updateTable('client').set({ province: '江苏省' }).execute(),
    () => buildCompany(db),
  ]
  for (const change of changes) {
    await change()
    const known = book
    const read = async (explained: typeof db) => {
      book = await loadPlaceBook(explained, known)
    }
    const plans = await explain(database, read, { byIndexes: true })
    expect(plans.flatMap(({ nodes }) => nodes)).not.toContain('Seq Scan account')
    expect(contents(book)).toEqual(contents(await loadPlaceBook(db)))
    expect(book.version).toBeGreaterThan(known.version)
  }
})

test('Read the book in full when its version is unknown to the database, or precedes a restore', async () => {
  const { db } = database
  const { account } = await office()
  const book = await loadPlaceBook(db)
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.updateTable('account').set({ name: '改名' }).where('id', '=', account.id).execute()
    await sql`select move_place_version()`.execute(trx)
  })
  expect((await loadPlaceBook(db, book)).accounts.get(account.id)?.name).toBe('改名')
  await db.updateTable('account').set({ name: '再改' }).where('id', '=', account.id).execute()
  for (const version of [1, 2 ** 52]) {
    const read = await loadPlaceBook(db, { ...book, version })
    expect(read.accounts.get(account.id)?.name).toBe('再改')
  }
})
