import { createAudit } from '#server/services/audit.ts'
import { alertTown, stopped } from './alert-town.ts'
import { buildCallerAs } from './context.ts'
import type { useDatabase } from './database.ts'
import { buildAccount, buildClient, type UserValues } from './factories.ts'

/** Provide callers of a base, and an event of a site that has lost the machines of two clients. */
export function useLostSite(database: ReturnType<typeof useDatabase>) {
  const now = new Date('2026-11-20T02:10:00Z')
  const callerAs = async (given: UserValues, at: Date = now) =>
    buildCallerAs(database.db, given, { now: at, services: { audit: createAudit() } })

  /** Create a base whose site has lost the machines of two clients. */
  async function lostSite() {
    const made = await alertTown(database)
    const other = await buildClient(database.db, { company_id: made.tenant.id, name: '竞争对手' })
    const account = await buildAccount(database.db, {
      company_id: made.tenant.id,
      client_id: other.id,
      site_id: made.site.id,
    })
    const theirs = made.lines(30, { client: other.name, account: account.name }, 'X')
    await made.feed([...made.lines(90), ...theirs])
    made.pass(5)
    await made.feed([...made.lines(90, stopped), ...theirs.map((line) => ({ ...line, ...stopped }))])
    const manager = await callerAs({ nick_name: '基地负责人', company_id: made.tenant.id })
    const [event] = (await manager.alerts.find({ open: true })).data
    if (!event) throw new Error('there is no event')
    return { ...made, other, account, manager, event }
  }
  return { lostSite, callerAs }
}
