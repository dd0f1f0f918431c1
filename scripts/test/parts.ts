import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '#tests/support/build.ts'
import { requireChromium } from '#tests/support/chromium.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { type Outcome, readReport, slowestFiles } from './report.ts'
import { run } from './run.ts'

export type Part = { name: string; run(): Promise<Outcome> }

const lastLines = (text: string, count: number) => text.trimEnd().split('\n').slice(-count).join('\n')
const program = (name: string) => join('node_modules', '.bin', name)

/** A check passes or fails as a whole, and shows its output if it fails. */
const check = (name: string, tool: string, args: readonly string[] = []): Part => ({
  name,
  async run() {
    const { status, output, timedOut } = await run(program(tool), args, { seconds: 600 })
    if (status === 0) return { passed: 1, failed: 0, problems: [] }
    console.log(lastLines(output, 60))
    return {
      passed: 0,
      failed: 1,
      problems: [`${name}: ${timedOut ? 'took longer than ten minutes' : `${tool} ended with ${status}`}`],
    }
  },
})

const slowestShown = 12

async function vitest(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
  seconds: number,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'coldfleet-report-'))
  const file = join(folder, 'report.json')
  try {
    // Servers and commands from the build start in half the time.
    ensureBuilt()
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const { status, output, timedOut } = await run(program('vitest'), ['run', ...args, ...reporters], {
      environment: { TEST_BUILT: '1', ...environment },
      seconds,
    })
    if (status !== 0) console.log(lastLines(output, 200))
    if (timedOut) return { passed: 0, failed: 1, problems: [`${name}: took longer than ${seconds} s`] }
    const report = readFileSync(file, 'utf8')
    console.log(`${name}, slowest files:\n  ${slowestFiles(report, slowestShown).join('\n  ')}`)
    const outcome = readReport(report)
    if (status === 0 || outcome.failed > 0) return outcome
    return { ...outcome, failed: 1, problems: [`${name}: vitest ended with ${status}`] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A run takes a few minutes; a part that takes this long hangs. The limit is high, so that a busy machine fails no
 * test.
 */
const patienceSeconds = 1_200

const excluded = (files: readonly string[]) => files.flatMap((some) => ['--exclude', some])

/**
 * Tests of features that only PostgreSQL has, or in which the database only stores what others prove on both: once, on
 * PostgreSQL, whose part is the shorter one.
 */
const onPostgresAlone = [
  'tests/processes/**',
  'tests/rest/{cases,examples,hostile}.test.ts',
  'tests/{access,equal-answers,lists-of-one-base,matrix,tenants,unread-bodies}.test.ts',
  'tests/cli/{cli,export-files}.test.ts',
  'tests/{session-rules,feeds/ugly-files}.test.ts',
  'src/server/demo/load.test.ts',
  'src/server/features/system/backup.test.ts',
  'src/server/features/{alerts/outages,charts/bounds,devices/plans,history/archived-answers}.test.ts',
  // What is refused to whom is decided before the database is asked, or by conditions of a plain query.
  'src/server/features/{live/tokens,projects/reach,users/grants,auth/change-company}.test.ts',
  // Random histories, many rows and further cases; the embedded engine runs the other tests of the same routers.
  'tests/audit/every-action.test.ts',
  'tests/rest/{places,projects,repeated-calls,stock}.test.ts',
  'src/server/db/{capped-counts,citus/named-plans}.test.ts',
  'src/server/features/{charts/day-lists,deliveries/gathering,devices/attend-devices,devices/export,feeds/undo-part}.test.ts',
  'src/server/features/transfers/{kept-transfers,previewed-transfers,transfer-days,transfer-histories}.test.ts',
  'src/server/features/{devices/agreement,devices/late-base,devices/many-tenants,devices/named-bases,history/archived-files,machines/random-parts}.test.ts',
  'src/server/features/feeds/{given-facts,harmless-feeds,late-owners,open-source,undo-histories}.test.ts',
  'src/server/features/repairs/{random-repairs,transferred-repairs}.test.ts',
  'src/server/features/{alerts/other-events,clients/statement/lists,deliveries/spread-notices,schedules/statements}.test.ts',
]

const embedded: Part = {
  name: 'embedded',
  run: () => vitest('embedded', excluded(onPostgresAlone), { TEST_DATABASE_URL: '' }, patienceSeconds),
}

/**
 * Tests without a database, or in which it only stores what others prove on both: once, next to the embedded engine.
 */
const withoutDatabase = [
  'src/shared/**',
  'src/client/**',
  'src/cli/**',
  'src/server/{bodies,load}/**',
  'src/server/http/{express-messages,headers,metrics,screen-page,trpc-door}.test.ts',
  'src/server/features/projects/report/**',
  'src/server/db/{folder-lock,watchdog,connection-lanes,early-return,engine-socket,read-dialect,replica,shared-reads,side-by-side}.test.ts',
  'scripts/**',
  'tests/process.test.ts',
  'src/server/features/feeds/{column-names,fleet-snapshot,measured-row,parse-line,read-anywhere,read-feed,read-headings,read-json,read-time,read-workbook,refused-lines,report-time,statement-pieces}.test.ts',
  'src/server/features/{charts/series,kpi/figures,attachments/with-file,projects/refuse-unprintable,schedules/calendar,system/older-backup,today/one-row}.test.ts',
  'src/server/features/projects/print-report.test.ts',
  // The admission decides before the database is asked; the rest is headers of HTTP around one plain lookup.
  'src/server/http/{admit,stored-files}.test.ts',
  // On PostgreSQL `tests/rest/examples.test.ts` sends every documented call.
  'tests/rest/{contract,openapi}.test.ts',
  'tests/upload-crash.test.ts',
  'tests/{first-calls,inputs,filters,log-secrets,regular-expressions}.test.ts',
  'tests/rest/upload.test.ts',
  'src/server/{health,http,serve,config,giving-way,open-files,field-problems,request-token,response-headers,start-error}.test.ts',
  'src/server/rest/{envelope,route,send-file}.test.ts',
  // These start their engine themselves, or both engines.
  'src/server/app.test.ts',
  'src/server/db/connections.test.ts',
  'tests/start-errors.test.ts',
  'src/server/db/store/**',
  'src/server/features/system/backup-copy.test.ts',
  'src/server/services/**/{archive,file-storage,jobs,key-files,key-pairs,keys,password-problem,login-waits,passwords,pdf-thread,print-pdf,streaming-thread,s3-storage,sender-address,sms,storage-deadlines,workbooks}.test.ts',
  'src/server/services/messages/{own-answers,provider-answers,webhook-envelopes}.test.ts',
  'src/server/services/outbound/{address-ranges,mail,outbound,safe-request}.test.ts',
  'src/server/features/attachments/re-encode.test.ts',
  'tests/cli/{conventions,data-folder,feed-proof,interrupt,jobs,json,password-prompt,reports,select,standard-output,token,wrong-use,wrong-values}.test.ts',
  // The terminal calls the procedures whose own tests run on both.
  'tests/cli/{catalogue,cities,classes,completion,history,machines,projects,refused-runs,repairs,schedules}.test.ts',
  // Codes are limited, and the columns of feeds are named, before the database is asked.
  'src/server/features/{auth/own-password,feeds/named-reading}.test.ts',
  // On PostgreSQL `tests/processes/archive-month.test.ts` archives a month.
  'src/server/features/history/archive-month.test.ts',
]

const onPostgres: Part = {
  name: 'postgres',
  async run() {
    const postgres = await startPostgres()
    console.log(`PostgreSQL ${postgres.version} of ${postgres.binaries}, in a temporary folder`)
    try {
      // Its workers wait for PostgreSQL's processes: a third one fills the gaps.
      return await vitest(
        'postgres',
        [...excluded(withoutDatabase), '--maxWorkers', '3'],
        { TEST_DATABASE_URL: postgres.url() },
        patienceSeconds,
      )
    } finally {
      await postgres.stop()
    }
  },
}

/**
 * Tests of what exists only while one node has all rows: closed and archived months, restored backups, the unique index
 * of serials, sums over all tenants, the plans of its queries, the days that an embedded engine opens, and a feed while
 * a month is created in a transaction that stays open (on nodes it waits for the month).
 */
const ofOneNode = [
  'src/server/db/serial-twins.test.ts',
  'src/server/features/history/**',
  'src/server/features/{devices/named-bases,devices/plans,feeds/read-named,projects/lists}.test.ts',
  'src/server/jobs/{history,embedded-clock}.test.ts',
  'src/server/features/system/{backup,sums-of-all}.test.ts',
  'tests/cli/history.test.ts',
  // One engine is enough for the log of every action; it has never run on nodes.
  'tests/audit/every-action.test.ts',
  'tests/processes/{archive-month,close-month,open-day}.test.ts',
]

/** Each statement asks several nodes: the part takes several times as long as on one PostgreSQL. */
const nodesPatienceSeconds = 4 * 3_600

/**
 * The tests of PostgreSQL with the tables distributed over the nodes that TEST_DATABASE_URL knows. A run without names
 * of parts leaves this part out, because the nodes must be there already.
 */
const nodes: Part = {
  name: 'nodes',
  async run() {
    const server = process.env.TEST_DATABASE_URL
    if (!server) throw new Error('TEST_DATABASE_URL must name the first node of a Citus cluster')
    return vitest(
      'nodes',
      excluded([...withoutDatabase, ...ofOneNode]),
      { TEST_DATABASE_URL: server, TEST_CITUS: '1' },
      nodesPatienceSeconds,
    )
  },
}

const browser: Part = {
  name: 'browser',
  async run() {
    const { path, installed } = requireChromium()
    console.log(`browser ${path}${installed ? ', installed from Debian just now' : ''}`)
    return vitest('browser', ['--config', 'tests/e2e/vitest.config.ts'], { CHROMIUM_PATH: path }, patienceSeconds)
  },
}

/**
 * In order of execution: stages one after the other, fast ones first; the lanes of a stage in parallel, the parts of a
 * lane one after the other. The embedded engine and a browser mostly wait, each for something else, so they share the
 * machine well. The trial of a new feature needs most of a minute, and one processor for long: it fills the gaps of
 * PostgreSQL.
 */
export const stages: readonly (readonly (readonly Part[])[])[] = [
  [
    [check('types', 'tsx', ['scripts/test/types.ts'])],
    [check('lint', 'biome', ['check', '--diagnostic-level=warn', '--error-on-warnings'])],
    [check('unused', 'knip')],
    [check('build', 'tsx', ['scripts/build.ts'])],
  ],
  [
    [embedded, onPostgres],
    [browser, check('feature', 'tsx', ['scripts/test/try-new-feature.ts'])],
  ],
]

/** Parts that run only when they are named. */
export const namedParts: readonly Part[] = [nodes]
