import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import type { ReportInput } from '#server/features/projects/report/input.ts'
import type { Project } from '#shared/projects.ts'
import { referenceCatalogue } from '#shared/selection/reference-catalogue.ts'
import { selectEquipment } from '#shared/selection/select.ts'
import { exampleA } from '#tests/support/projects.ts'
import type { RestClient } from '#tests/support/rest-client.ts'
import type { Bench, Figure } from './bench.ts'
import { median } from './load.ts'
import { probeModule, readProbe } from './probe.ts'

const warmUps = 10
const rounds = 20
const together = 4
const kilobyte = 1_000

/** Return the server's report data for worked example A; only the number of the project differs. */
function inputOf(project: Project): ReportInput {
  const outcome = selectEquipment(exampleA, referenceCatalogue)
  if (!outcome.complete) throw new Error('worked example A cannot be calculated')
  const { selection, details, trace } = outcome
  const date = project.createTimeStr.slice(0, 10)
  return {
    project,
    selection,
    details,
    trace,
    catalogue: {
      version: referenceCatalogue.version,
      source: referenceCatalogue.source,
      model: details.choice?.model ?? null,
    },
    images: [],
    language: 'zh',
    version: project.version,
    date,
    revisions: [
      {
        version: project.version,
        date,
        userName: project.userName ?? '',
        model: selection.model,
        count: selection.count,
      },
    ],
    brandText: 'Coldfleet',
  }
}

/** Start the bare twin as a bundle, like the server's own thread. */
async function startBare(): Promise<Worker> {
  const folder = join(process.cwd(), 'node_modules', '.cache', 'coldfleet')
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `bare-report-${process.pid}.mjs`)
  await build({
    entryPoints: ['scripts/bench/bare-report.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['pdfmake', 'rosetta', 'zod', 'psychrolib'],
  })
  return new Worker(outfile)
}

async function printBare(worker: Worker, input: ReportInput): Promise<number> {
  worker.postMessage(input)
  const [milliseconds] = (await once(worker, 'message')) as [number]
  return milliseconds
}

/** Export one new project through the whole server: saved, checked, calculated, printed, stored, returned. */
async function exported(client: RestClient): Promise<Project> {
  const { code, message, data } = await client.post<Project>('/project/exportPdf', { ...exampleA, language: 'zh' })
  if (code !== 200) throw new Error(`the export answered ${code}: ${message}`)
  return data
}

/** Measure warm reports against bare pdfmake, in turn, so that other work on the machine affects both alike. */
async function compareToBare(client: RestClient): Promise<{ ours: number[]; bare: number[]; last: Project }> {
  const worker = await startBare()
  try {
    let last = await exported(client)
    const input = inputOf(last)
    for (let turn = 0; turn < warmUps; turn += 1) {
      await printBare(worker, input)
      last = await exported(client)
    }
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await printBare(worker, input))
      const started = performance.now()
      last = await exported(client)
      ours.push(performance.now() - started)
    }
    return { ours, bare, last }
  } finally {
    await worker.terminate()
  }
}

/** Measure a report of the selection through the server, and its effect on other requests meanwhile. */
export async function measurePdf(bench: Bench): Promise<Figure[]> {
  const probeFile = join(bench.folder('probe'), 'reading.json')
  const { server, client } = await bench.serve({ DATA_DIR: bench.folder('reports'), PROBE_FILE: probeFile }, [
    probeModule,
  ])
  const { ours, bare, last } = await compareToBare(client)
  await wait(500)
  await readProbe(server.pid, probeFile)
  const started = performance.now()
  await Promise.all(
    Array.from({ length: together }, (_, number) =>
      client.post('/project/exportPdf', { ...exampleA, name: `${exampleA.name} ${number}` }),
    ),
  )
  const allTaken = performance.now() - started
  const { delayP99Ms } = await readProbe(server.pid, probeFile)
  const size = (await (await fetch(`${server.url}${last.pdfUrl}`)).arrayBuffer()).byteLength
  const figure = (measure: string, conditions: string, value: number, unit: string, limit: number): Figure => ({
    measure,
    conditions,
    figure: value,
    unit,
    limit,
    better: 'lower',
  })
  const [our, their] = [median(ours), median(bare)]
  return [
    figure(
      'PDF through the server against bare pdfmake',
      `worked example A, warm, ${rounds} rounds, ${our.toFixed(0)} against ${their.toFixed(0)} ms`,
      our / their,
      '×',
      1.5,
    ),
    figure(
      `event-loop delay p99 while ${together} PDFs are made`,
      `embedded database, ${allTaken.toFixed(0)} ms for all of them`,
      delayP99Ms,
      'ms',
      20,
    ),
    figure('PDF in one language, no pictures', 'worked example A with every method step', size / kilobyte, 'KB', 400),
  ]
}
