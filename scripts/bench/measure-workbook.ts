import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Figure } from './bench.ts'
import { median } from './load.ts'
import { probeModule, readProbe } from './probe.ts'
import { headersOf } from './session.ts'

const rounds = 3
const mebibyte = 1024 * 1024
/** Maximum rows on one sheet of the old format. */
const oldSheet = 65_535

/** Download a workbook of every device as a browser does. @returns bytes */
async function download(url: string, token: string, format: 'xls' | 'xlsx'): Promise<number> {
  const answer = await fetch(`${url}/api/device/export`, {
    method: 'POST',
    headers: { ...headersOf(token), 'content-type': 'application/json' },
    body: JSON.stringify({ format }),
  })
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status !== 200 || type.includes('json'))
    throw new Error(`the export answered ${answer.status} ${await answer.text()}`)
  return (await answer.arrayBuffer()).byteLength
}

async function measure(bench: Bench, format: 'xls' | 'xlsx', devices: number): Promise<Figure[]> {
  const { days, rawDays } = bench.options
  const databaseUrl = await bench.database({ devices, days, rawDays, today: true })
  const probeFile = join(bench.folder('probe'), `${format}.json`)
  const { server, client } = await bench.serve({ DATABASE_URL: databaseUrl, PROBE_FILE: probeFile }, [probeModule])
  const taken: number[] = []
  const readings: { stallMs: number; extraBytes: number }[] = []
  // The first round loads the modules of the format.
  for (let round = 0; round < rounds + 1; round += 1) {
    await wait(300)
    const before = await readProbe(server.pid, probeFile)
    const started = performance.now()
    const bytes = await download(server.url, client.token, format)
    taken.push(performance.now() - started)
    const after = await readProbe(server.pid, probeFile)
    if (bytes < devices) throw new Error(`${bytes} bytes for ${devices} devices`)
    if (round > 0) readings.push({ stallMs: after.stallMs, extraBytes: after.peakBytes - before.residentBytes })
  }
  const conditions = `${devices} devices, 9 columns with names, over HTTP, ${rounds} rounds, ${median(taken.slice(1)).toFixed(0)} ms`
  const most = (of: (reading: (typeof readings)[number]) => number) => Math.max(...readings.map(of))
  return [
    {
      measure: `${format} of ${devices} rows: longest stall`,
      conditions,
      figure: most(({ stallMs }) => stallMs),
      unit: 'ms',
      limit: 50,
      better: 'lower',
    },
    {
      measure: `${format} of ${devices} rows: extra memory`,
      conditions,
      figure: most(({ extraBytes }) => extraBytes) / mebibyte,
      unit: 'MiB',
      limit: 300,
      better: 'lower',
    },
  ]
}

/** Workbooks are built in a thread: measure the effect on the process, which keeps answering. */
export const measureWorkbook = async (bench: Bench): Promise<Figure[]> => [
  ...(await measure(bench, 'xls', oldSheet)),
  ...(await measure(bench, 'xlsx', Math.max(100_000, bench.options.devices))),
]
