import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { alertKindNames } from '#shared/alerts.ts'
import { deviceStates } from '#shared/devices.ts'

/** Age, in ms, up to which figures are reused for all monitors, which ask every few seconds. */
const freshMs = 10_000
/**
 * Maximum wait, in ms, for the embedded engine, for example during a feed; then a monitor gets the previous figures.
 */
const patienceMs = 500
/** Each site has eight series; above this number only the sites with most machines are shown. */
const mostSites = 1_000

type Figures = { open: Map<string, number>; sites: { site: string; name: string; counts: Record<string, number> }[] }

async function readFigures(pool: pg.Pool): Promise<Figures> {
  const open = await pool.query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from alert where resolved_at is null group by kind',
  )
  const sites = await pool.query<Record<string, number> & { name: string }>(
    `select s.id, s.name, ${deviceStates.map((state) => `sum(p.${state})::int as ${state}`).join(', ')}
     from device_place_count p join company s on s.id = p.place_id and s.deleted_at is null
     where p.kind = 'site' and p.place_id <> 0 group by s.id, s.name order by sum(p.devices) desc, s.id limit $1`,
    [mostSites],
  )
  return {
    open: new Map(open.rows.map(({ kind, count }) => [kind, count])),
    sites: sites.rows.map(({ id, name, ...counts }) => ({ site: String(id), name, counts })),
  }
}

/** Add open events by kind, and machines by site and state, read from counters. */
export function addFleetMetrics(register: Registry, pool: pg.Pool, clock: () => number = Date.now): void {
  let known: Figures = { open: new Map(), sites: [] }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  async function figures(): Promise<Figures> {
    if (clock() - readAt < freshMs) return known
    reading ??= readFigures(pool)
      .then((found) => {
        known = found
        readAt = clock()
      })
      .catch(() => undefined)
      .finally(() => {
        reading = null
      })
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])
    return known
  }
  new Gauge({
    name: 'alerts_open',
    help: 'Open events by kind',
    labelNames: ['kind'],
    registers: [register],
    async collect() {
      const { open } = await figures()
      for (const kind of alertKindNames) this.set({ kind }, open.get(kind) ?? 0)
    },
  })
  new Gauge({
    name: 'machines',
    help: 'Machines by site and state',
    labelNames: ['site', 'name', 'state'],
    registers: [register],
    async collect() {
      const { sites } = await figures()
      this.reset()
      for (const { site, name, counts } of sites)
        for (const state of deviceStates) this.set({ site, name, state }, counts[state] ?? 0)
    },
  })
}
