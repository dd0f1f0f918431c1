import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { addDays } from '#shared/dates.ts'
import { type RestClient, signIn } from '#tests/support/rest-client.ts'
import { adminPassword, adminUser, today } from './bench.ts'
import { generate } from './generate.ts'
import { insertPerson, passwordHashOf } from './made-rows.ts'

/** As in trust.md, section 5, without the companies: the cost of a call depends on the devices. */
const fleet = { devices: 20_000, days: 30, rawDays: 2 }
const peopleOfEachBase = 20
const outsider = 'outsider'
const nameOf = (index: number) => `worker-${index}`
export const officeSize = `${fleet.devices} devices, ${fleet.days} days, ${2 * peopleOfEachBase} people of 2 bases`

/**
 * Create a fleet, and base managers with the operator's password, in the database of `environment`, before a server
 * holds it.
 */
export async function openOffice(environment: Record<string, string>): Promise<void> {
  const settings = { DEMO: '0', ADMIN_USER: adminUser, ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'silent' }
  const app = await openApp(readConfig({ ...settings, ...environment }), { what: 'bench' })
  try {
    const { pool } = app.database
    // The operator's headquarters, created by the start, is replaced by that of the fleet.
    const passwordHash = await passwordHashOf(pool, adminUser)
    await pool.query('truncate company, app_user cascade')
    await generate(pool, { ...fleet, lastDay: addDays(today(), -1) })
    const bases = await pool.query<{ id: number }>(
      `select id from company where kind = 'base' and tenant_id = id order by id`,
    )
    const add = (userName: string, role: string | null, companyId: number) =>
      insertPerson(pool, { userName, role, companyId, passwordHash })
    const [first] = bases.rows
    if (first) await add(outsider, null, first.id)
    for (const [place, { id }] of bases.rows.entries())
      for (let index = 0; index < peopleOfEachBase; index += 1)
        await add(nameOf(place * peopleOfEachBase + index), '基地负责人', id)
  } finally {
    await app.close()
  }
}

/** Sign in all of its users except the first. */
export const signInOffice = async (url: string): Promise<RestClient[]> => {
  const people: RestClient[] = []
  for (let index = 1; index < 2 * peopleOfEachBase; index += 1)
    people.push(await signIn(url, nameOf(index), adminPassword))
  return people
}
/** The user who signs in repeatedly, which would end older sessions of a user who works. */
export const oneOfOffice = { userName: nameOf(0), password: adminPassword }
/** A user without a role. */
export const outsideOffice = { userName: outsider, password: adminPassword }
