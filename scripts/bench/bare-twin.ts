import { createServer } from 'node:http'
import pg from 'pg'

/**
 * The reference of the product's measurements: node:http and pg, named statements, a plain five-way join, no framework,
 * no permissions, no validation. Started as a separate process: DATABASE_URL, COMPANY, and TOTALS = count or counters.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12, options: '-c jit=off' })
const company = Number(process.env.COMPANY)
const fromCounters = process.env.TOTALS === 'counters'

const page = {
  name: 'page',
  text: `select d.id, d.serial, d.type, d.state, d.repair_times as "repairTimes", d.active_worker as "activeWorker", d.active_worker_state as "activeWorkerState",
      d.hash_rate as "hashRate", d.last_report_at as "lastReportAt", d.site_id as "siteId", s.name as site, d.client_id as "clientId", c.name as client,
      d.account_id as "accountId", a.name as account, b.name as company
    from device d join company b on b.id = d.company_id left join company s on s.id = d.site_id left join client c on c.id = d.client_id
      left join account a on a.id = d.account_id
    where d.company_id = $1 order by d.id limit $2 offset $3`,
}
const total = {
  name: 'total',
  text: fromCounters
    ? 'select sum(devices)::int as n from device_count where company_id = $1'
    : 'select count(*)::int as n from device where company_id = $1',
}
const counts = {
  name: 'counts',
  text: fromCounters
    ? 'select state, sum(devices)::int as n from device_count where company_id = $1 group by state'
    : 'select state, count(*)::int as n from device where company_id = $1 group by state',
}

async function answer(path: string): Promise<unknown> {
  if (path.startsWith('/counts')) return (await pool.query({ ...counts, values: [company] })).rows
  const [rows, sum] = await Promise.all([
    pool.query({ ...page, values: [company, 20, 0] }),
    pool.query({ ...total, values: [company] }),
  ])
  return { data: rows.rows, totalCount: sum.rows[0]?.n }
}

const server = createServer((request, response) => {
  // The product's clients send a body, so the twin reads one.
  request.resume().on('end', () => {
    answer(request.url ?? '/').then(
      (data) => {
        const text = JSON.stringify({ code: 200, message: '', data })
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
          .end(text)
      },
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
