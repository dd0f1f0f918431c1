import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { demoPassword } from '#server/demo/users.ts'
import { screenPaths } from '#shared/screens.ts'
import { ensureBuilt } from '#tests/support/build.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/http-server.ts'
import { type Opened, openScreen, phone, recordOf } from '#tests/support/open-screen.ts'
import { signIn } from '#tests/support/rest-client.ts'

/**
 * Measure what a user notices of each screen, in Chromium with a cold cache: requests and bytes until it is idle, the
 * layout shift, and with `--phone` the time of the largest paint on slow 4G with a four times slower processor.
 * `--table` prints a Markdown table of every screen, wide and on such a phone, with the number of axe violations.
 * `--limit 0.02` fails if any screen shifts further.
 * npx tsx scripts/screens.ts [--paths /a,/b] [--widths 1440,768,390] [--languages zh,en] [--runs 5] [--limit 0.02]
 * [--phone] [--table] [--sources] [--data FOLDER]
 */
const { values } = parseArgs({
  options: {
    paths: { type: 'string' },
    widths: { type: 'string', default: '1440,768,390' },
    runs: { type: 'string', default: '1' },
    phone: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
    languages: { type: 'string', default: 'zh' },
    limit: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    data: { type: 'string' },
    sources: { type: 'boolean', default: false },
  },
})

const median = (figures: readonly number[]): number =>
  [...figures].sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
const wanted = values.paths?.split(',') ?? ['/login', ...screenPaths.map(({ path }) => recordOf(path))]
const limit = Number(values.limit ?? Number.POSITIVE_INFINITY)
/** Screens that shift further than allowed. */
const jumping: string[] = []
const widths = values.phone ? [phone.width] : values.widths.split(',').map(Number)

async function measure(
  browser: Browser,
  url: string,
  token: string,
  path: string,
  width: number,
  language: string,
  slow = values.phone,
): Promise<Opened> {
  const runs: Opened[] = []
  for (let run = 0; run < Number(values.runs); run++)
    runs.push(
      await openScreen(browser, {
        url,
        path,
        width,
        slow,
        // Violations do not differ between runs.
        axe: values.table && run === 0,
        language,
        token: path === '/login' ? null : token,
      }),
    )
  const [first] = runs
  if (!first) throw new Error('no run was asked for')
  return {
    ...first,
    shift: median(runs.map(({ shift }) => shift)),
    paintMs: median(runs.map(({ paintMs }) => paintMs)),
  }
}

/** One row of the table: the wide screen, and the phone. */
async function tableRow(browser: Browser, url: string, token: string, path: string, language: string): Promise<string> {
  const wide = await measure(browser, url, token, path, 1440, language, false)
  const small = await measure(browser, url, token, path, phone.width, language, true)
  const problems = [...wide.problems, ...small.problems]
  if (values.sources)
    for (const one of [...wide.sources, ...small.sources, ...problems]) console.error(`${path} ${one}`)
  const cells = [
    `\`${path}\``,
    language,
    wide.shift.toFixed(3),
    small.shift.toFixed(3),
    wide.requests,
    wide.scriptKib.toFixed(0),
    (small.paintMs / 1_000).toFixed(1),
    problems.length,
  ]
  return `| ${cells.join(' | ')} |`
}
const tableHead = `| screen | language | shift 1440 | shift phone | requests | script KiB | largest paint phone s | axe |
|---|---|--:|--:|--:|--:|--:|--:|`

const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'coldfleet-screens-'))
ensureBuilt()
const server = await startServer({ environment: { DATA_DIR: dataDir, DEMO: '1' }, built: true })
const browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
try {
  const { token } = await signIn(server.url, values.user, demoPassword)
  if (values.table) {
    console.log(tableHead)
    for (const path of wanted)
      for (const language of values.languages.split(','))
        console.log(await tableRow(browser, server.url, token, path, language))
  }
  const cases = (values.table ? [] : wanted).flatMap((path) =>
    values.languages.split(',').flatMap((language) => widths.map((width) => ({ path, language, width }))),
  )
  for (const { path, language, width } of cases) {
    const { shift, requests, scripts, scriptKib, paintMs, sources } = await measure(
      browser,
      server.url,
      token,
      path,
      width,
      language,
    )
    const paint = `largest paint ${(paintMs / 1_000).toFixed(2)} s`
    console.log(
      `${path} ${language} ${width} px: shift ${shift.toFixed(3)}, ${requests} requests, ${scripts} scripts of ${scriptKib.toFixed(0)} KiB, ${paint}`,
    )
    if (values.sources) for (const source of sources) console.log(`    ${source}`)
    if (shift > limit) jumping.push(`${path} ${language} ${width} px: ${shift.toFixed(3)}`)
  }
} finally {
  await browser.close()
  await server.stop()
  if (values.data === undefined) rmSync(dataDir, { recursive: true, force: true })
}
if (jumping.length > 0) {
  console.error(`further than ${limit}:\n${jumping.join('\n')}`)
  process.exitCode = 1
}
