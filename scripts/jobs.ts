import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { demoPassword } from '#server/demo/users.ts'
import { isLanguage, type Language } from '#shared/i18n/index.ts'
import { ensureBuilt } from '#tests/support/build.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { copyDataFolder } from '#tests/support/copy-data-folder.ts'
import { startServer } from '#tests/support/http-server.ts'
import { phone } from '#tests/support/open-screen.ts'
import { signIn } from '#tests/support/rest-client.ts'
import { Hand } from './jobs/hand.ts'
import { KeyHand } from './jobs/key-hand.ts'
import { type Job, jobs } from './jobs/ten-jobs.ts'

/**
 * Do ten jobs of a user in Chromium against the built demonstration, each from the page after sign-in until its answer
 * is on the screen, and print clicks, keys and seconds as a Markdown table. Three of them are also done on a phone.
 * Every round starts with the same data. A job whose answer does not appear fails. With `--keyboard`, no job uses a
 * pointer, and a job also fails where the focus was lost, hidden or without a ring.
 * npx tsx scripts/jobs.ts [--language zh|en] [--runs 3] [--only TEXT] [--wide] [--keyboard] [--data FOLDER]
 */
const { values } = parseArgs({
  options: {
    language: { type: 'string', default: 'zh' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    wide: { type: 'boolean', default: false },
    keyboard: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
})
const language: Language = isLanguage(values.language) ? values.language : 'zh'
const patience = 20_000

type Case = { job: Job; width: number }
type Done = { clicks: number; keys: number; seconds: number; trouble: readonly string[] }

const median = (figures: readonly number[]): number =>
  [...figures].sort((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0

/** Do one job, from the loaded page after sign-in on. */
async function doJob(browser: Browser, url: string, { job, width }: Case): Promise<Done> {
  const rest = await signIn(url, job.user, demoPassword)
  await job.before?.(rest)
  const small = width < 600
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: small ? phone.height : 900 },
    isMobile: small,
    hasTouch: small,
  })
  try {
    await context.addCookies([{ name: 'token', value: rest.token, url, sameSite: 'Lax' }])
    await context.addInitScript(`sessionStorage.setItem('LOCALE', '${language}')`)
    // The compiler of the scripts names functions, also inside those that run in the page.
    await context.addInitScript('globalThis.__name = (named) => named')
    const page = await context.newPage()
    page.setDefaultTimeout(patience)
    await page.goto('/today')
    await page.locator('[data-need]').first().waitFor()
    const hand = values.keyboard ? new KeyHand(page, language) : new Hand(page, language)
    const start = performance.now()
    await job.run(hand)
    const seconds = (performance.now() - start) / 1_000
    await hand.finish()
    const { clicks, keys, trouble } = hand
    return { clicks, keys, trouble, seconds }
  } finally {
    await context.close()
  }
}

const cases: Case[] = jobs
  .filter(({ name }) => name.includes(values.only))
  .flatMap((job) => [
    { job, width: 1440 },
    ...(job.phone && !values.wide && !values.keyboard ? [{ job, width: phone.width }] : []),
  ])
const folder = () => mkdtempSync(join(tmpdir(), 'coldfleet-jobs-'))
const serve = (dataDir: string) => startServer({ environment: { DATA_DIR: dataDir, DEMO: '1' }, built: true })

ensureBuilt()
/** The demonstration data, or a given folder of a stopped server. */
const first = values.data ?? folder()
const browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
const failed: string[] = []
const done = new Map<Case, Done[]>(cases.map((one) => [one, []]))
try {
  if (values.data === undefined) await (await serve(first)).stop()
  for (let run = 0; run < Number(values.runs); run++) {
    const dataDir = folder()
    copyDataFolder(first, dataDir)
    const server = await serve(dataDir)
    try {
      for (const one of cases)
        await doJob(browser, server.url, one).then(
          (told) => {
            done.get(one)?.push(told)
            failed.push(...told.trouble.map((what) => `${one.job.name}, ${one.width} px: ${what}`))
          },
          (error: unknown) => failed.push(`${one.job.name}, ${one.width} px: ${String(error)}`),
        )
    } finally {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
} finally {
  await browser.close()
  if (values.data === undefined) rmSync(first, { recursive: true, force: true })
}
console.log('| job | width | clicks | keys | seconds |\n|---|--:|--:|--:|--:|')
for (const [{ job, width }, runs] of done) {
  const [{ clicks, keys } = { clicks: 0, keys: 0 }] = runs
  console.log(
    `| ${job.name} | ${width} | ${clicks} | ${keys} | ${median(runs.map(({ seconds }) => seconds)).toFixed(1)} |`,
  )
}
if (failed.length > 0) {
  console.error(`without an answer:\n${failed.join('\n')}`)
  process.exitCode = 1
}
