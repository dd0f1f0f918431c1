import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/db/tables.ts'
import type { Places } from '#server/services/places.ts'
import type { Services } from '#server/services/services.ts'

const missing = (name: string) => () => {
  throw new Error(`this test needs ${name}: pass it to buildContext`)
}

/** Reads the tables on each call; the scope rules of the brief without a memory. */
function freshPlaces(db: Kysely<Database>): Places {
  const book: Places['book'] = async () => {
    const [companies, clients, accounts] = await Promise.all([
      db.selectFrom('company').selectAll().where('deleted_at', 'is', null).execute(),
      db.selectFrom('client').selectAll().where('deleted_at', 'is', null).execute(),
      db.selectFrom('account').selectAll().where('deleted_at', 'is', null).execute(),
    ])
    const withChildren = (id: number): number[] => [
      id,
      ...companies.filter((company) => company.super_company_id === id).flatMap(({ id: child }) => withChildren(child)),
    ]
    return {
      companies: new Map(
        companies.map(({ id, name, kind, province, super_company_id, tenant_id }) => [
          id,
          { id, name, kind, province, superCompanyId: super_company_id, tenantId: tenant_id },
        ]),
      ),
      clients: new Map(clients.map(({ id, name, company_id }) => [id, { id, name, companyId: company_id }])),
      accounts: new Map(
        accounts.map(({ id, name, company_id, client_id, site_id }) => [id, { id, name, companyId: company_id, clientId: client_id, siteId: site_id }]),
      ),
      withChildren,
    }
  }
  const scopeOf: Places['scopeOf'] = async (viewer, reach) => {
    const { companies, withChildren } = await book()
    const tenants = [...companies.values()].filter(({ id, tenantId, kind }) => kind === 'base' && id === tenantId).map(({ id }) => ({ companyId: id }))
    if (reach === 'client')
      return { everything: false, branches: viewer.clientId === null ? [] : tenants.map((branch) => ({ ...branch, clientId: viewer.clientId ?? 0 })) }
    if (reach === 'account')
      return { everything: false, branches: viewer.accountId === null ? [] : tenants.map((branch) => ({ ...branch, accountId: viewer.accountId ?? 0 })) }
    if (reach !== 'company' && reach !== 'all') return { everything: false, branches: [] }
    if (viewer.companyKind === 'headquarters') return reach === 'all' ? { everything: true, branches: tenants } : { everything: false, branches: [] }
    if (viewer.companyId === viewer.tenantId) return { everything: false, branches: [{ companyId: viewer.tenantId }] }
    return { everything: false, branches: [{ companyId: viewer.tenantId, siteIds: withChildren(viewer.companyId) }] }
  }
  return { book, scopeOf, forget: () => undefined }
}

/** The outside world as tests see it: instant passwords (`hash of …`), no limits, keys that pass text through. */
export function fakeServices(db: Kysely<Database>, logger: Logger): Services {
  return {
    logger,
    keys: {
      publicKey: () => ({ keyId: 'test', pem: '', blockBytes: 117 }),
      decrypt: (encrypted) => encrypted,
      pepper: Buffer.alloc(32),
      terminalToken: 'terminal',
    },
    passwords: { hash: async (password) => `hash of ${password}`, verify: async (hash, password) => hash === `hash of ${password}`, outdated: () => false },
    limits: { beforeLogin: async () => ({ locked: false }), afterLogin: async () => undefined },
    audit: { write: async () => undefined, denied: async () => undefined },
    places: freshPlaces(db),
    jobs: { start: missing('jobs'), get: missing('jobs'), watch: missing('jobs'), cancel: missing('jobs'), close: async () => undefined },
  }
}
