import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Bench, Figure } from './bench.ts'
import { median, times } from './load.ts'
import { probeModule, readProbe } from './probe.ts'
import { headersOf } from './session.ts'

const rounds = 5
const lineEnd = 10
const mebibyte = 1024 * 1024
const columns = `d.serial, s.name, c.name, a.name, d.active_worker, d.active_worker_state, d.type, d.state, d.repair_times`
const joined = `from device d left join company s on s.id = d.site_id left join client c on c.id = d.client_id left join account a on a.id = d.account_id order by d.id`

/** Run `COPY … TO STDOUT` of the same columns, read to the end and discarded. */
async function copy(databaseUrl: string): Promise<number[]> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    return await times(rounds, async () => {
      const stream = database.query(copyTo(`copy (select ${columns} ${joined}) to stdout with (format csv)`))
      for await (const _ of stream);
    })
  } finally {
    await database.end()
  }
}

/** Download the CSV of every device as a browser does. @returns lines */
async function download(url: string, token: string): Promise<number> {
  const answer = await fetch(`${url}/api/device/export`, {
    method: 'POST',
    headers: { ...headersOf(token), 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv' }),
  })
  if (answer.status !== 200 || !answer.body || !answer.headers.get('content-type')?.includes('csv'))
    throw new Error(`the export answered ${answer.status}`)
  let lines = 0
  // The reader shares the machine with the measured process, so it only counts line ends.
  for await (const chunk of answer.body)
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) lines += 1
  return lines
}

/** Measure the CSV of 100,000 devices against COPY, and its effect on the process meanwhile. */
export async function measureExport(bench: Bench): Promise<Figure[]> {
  const { days, rawDays } = bench.options
  const devices = Math.max(100_000, bench.options.devices)
  const databaseUrl = await bench.database({ devices, days, rawDays, today: true })
  const probeFile = join(bench.folder('probe'), 'reading.json')
  const { server, client } = await bench.serve({ DATABASE_URL: databaseUrl, PROBE_FILE: probeFile }, [probeModule])
  const copied = median(await copy(databaseUrl))
  const exported: number[] = []
  const readings: { stallMs: number; extraBytes: number }[] = []
  // The export is limited to six a minute for each user, including the warm-up.
  for (let round = 0; round < rounds + 1; round += 1) {
    await wait(300)
    const before = await readProbe(server.pid, probeFile)
    const started = performance.now()
    const lines = await download(server.url, client.token)
    const taken = performance.now() - started
    const after = await readProbe(server.pid, probeFile)
    if (lines < devices) throw new Error(`${lines} lines for ${devices} devices`)
    if (round === 0) continue
    exported.push(taken)
    readings.push({ stallMs: after.stallMs, extraBytes: after.peakBytes - before.residentBytes })
  }
  const conditions = `${devices} devices, 9 columns with names, over HTTP, ${rounds} rounds`
  return [
    {
      measure: 'CSV of all devices against COPY',
      conditions: `${conditions}, ${median(exported).toFixed(0)} against ${copied.toFixed(0)} ms`,
      figure: median(exported) / copied,
      unit: '×',
      limit: 3,
      better: 'lower',
    },
    {
      measure: 'CSV of all devices: extra memory',
      conditions,
      figure: Math.max(...readings.map((reading) => reading.extraBytes)) / mebibyte,
      unit: 'MiB',
      limit: 100,
      better: 'lower',
    },
    {
      measure: 'CSV of all devices: longest stall',
      conditions,
      figure: Math.max(...readings.map((reading) => reading.stallMs)),
      unit: 'ms',
      limit: 50,
      better: 'lower',
    },
  ]
}
