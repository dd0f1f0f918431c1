import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page, type Request } from 'playwright'
import { demoPassword } from '#server/demo/users.ts'
import { screenPaths } from '#shared/screens.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { ensureBuilt } from '#tests/support/build.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/http-server.ts'
import { phone, recordOf } from '#tests/support/open-screen.ts'
import { signIn } from '#tests/support/rest-client.ts'
import { inPage } from './overlays/in-page.ts'
import { picturesOf } from './overlays/pictures.ts'

/**
 * Open every dialog, drawer, menu, list of choices and calendar that the buttons of each screen offer, also inside
 * dialogs, and check each: axe, the focus (inside, and after Escape), animations in spite of reduced motion, content
 * wider than the window, and English names in Chinese. Nothing is saved: every call that would is refused.
 * npx tsx scripts/overlays.ts [--users admin,base,client] [--language zh] [--theme light] [--width 1440]
 * [--paths /a,/b] [--url http://… (a running demonstration)] [--log] [--depth 4 (of dialogs in dialogs)]
 * [--pictures FOLDER (of each dialog: 320 px wide, at 200 %, with forced colours; and what does not fit there)]
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: 'admin,base,client' },
    language: { type: 'string', default: 'zh' },
    theme: { type: 'string', default: 'light' },
    width: { type: 'string', default: '1440' },
    paths: { type: 'string' },
    url: { type: 'string' },
    log: { type: 'boolean', default: false },
    depth: { type: 'string', default: '4' },
    pictures: { type: 'string' },
  },
})
const width = Number(values.width)
const isPhone = width < 600
const deepest = Number(values.depth) - 1
/** Buttons that end the session, print, leave the screen, or change its language or theme. */
const skipped = /退出|Sign out|打印|Print|切换为|Switch to|返回|^Back|展开选项|Open the choices|主题|[Tt]heme/

/** Requests that have no answer yet. */
const waiting = new Set<Request>()
let opened = 0
const found = new Map<string, Set<string>>()
const done = new Set<string>()

function report(where: string, what: string): void {
  const places = found.get(what)
  if (places) places.add(where)
  else {
    found.set(what, new Set([where]))
    console.log(`${where}: ${what}`)
  }
}
const remark = (text: string): void => {
  if (values.log) console.log(`  ${text}`)
}
const ask = <Answer>(page: Page, code: string): Promise<Answer> => page.evaluate<Answer>(`sweep.${code}`)
const layersOf = (page: Page): Promise<string> => ask<string>(page, 'open()').catch(() => '')

async function axe(page: Page, where: string): Promise<void> {
  const isOpen = await ask<boolean>(page, 'markTop()')
  for (const problem of await accessProblems(page, ...(isOpen ? ['[data-sweep-top]'] : []))) report(where, problem)
  if (values.language === 'zh') for (const text of await ask<string[]>(page, 'latin()')) report(where, `latin: ${text}`)
}

async function settle(page: Page): Promise<void> {
  for (let turn = 0, quiet = 0; turn < 150 && quiet < 2; turn++) {
    await page.waitForTimeout(50)
    quiet = waiting.size > 0 || (await page.locator('.skeleton, .boot').count()) > 0 ? 0 : quiet + 1
  }
}

/** Press a control of the layer on top. Return what kind it is; empty = it cannot be pressed. */
async function press(page: Page, key: string): Promise<string> {
  const kind = await ask<string>(page, `mark(${JSON.stringify(key)})`)
  if (kind === '') return ''
  const target = page.locator('[data-sweeping]').first()
  return target.click({ timeout: 3_000 }).then(
    () => kind,
    () => '',
  )
}

/** Wait for what a press opens: the code of most dialogs is loaded then. Return whether something else is open. */
async function opens(page: Page, before: string): Promise<boolean> {
  await page.waitForTimeout(80)
  for (let turn = 0; turn < 80 && waiting.size > 0; turn++) await page.waitForTimeout(50)
  for (let turn = 0; turn < 12 && (await layersOf(page)) === before; turn++) await page.waitForTimeout(60)
  // A panel is empty until its code is loaded.
  for (let turn = 0; turn < 20 && (await ask<boolean>(page, 'isEmpty()')); turn++) await page.waitForTimeout(50)
  const now = await layersOf(page)
  return now !== before && now !== ''
}

async function open(page: Page, path: string, steps: readonly string[]): Promise<boolean> {
  waiting.clear()
  await page.goto(path)
  const heading = page.locator('h1').first()
  await heading.waitFor({ timeout: 15_000, state: 'attached' }).catch(() => undefined)
  await settle(page)
  for (const step of steps) {
    const before = await layersOf(page)
    if ((await press(page, step)) === '') return false
    await opens(page, before)
    await settle(page)
  }
  return true
}

/** Check what has opened. */
async function check(page: Page, where: string): Promise<void> {
  opened++
  for (const name of await ask<string[]>(page, 'moving()')) report(where, `moves: ${String(name).slice(0, 80)}`)
  await settle(page)
  if (!(await ask<boolean>(page, 'focusInside()'))) report(where, `focus outside: ${await ask(page, 'focused()')}`)
  const wide = await ask<string>(page, 'wide()')
  if (wide !== '') report(where, wide)
  if (values.pictures !== undefined && /dialog/.test(await ask<string>(page, 'top()')))
    for (const misfit of await picturesOf(page, values.pictures, where)) report(where, misfit)
  else await axe(page, where)
}

/** Press Escape: it must close what was opened last, and the focus must be somewhere. */
async function pressEscape(page: Page, where: string): Promise<void> {
  const before = await layersOf(page)
  await page.keyboard.press('Escape')
  for (let turn = 0; turn < 5 && (await layersOf(page)) === before; turn++) await page.waitForTimeout(60)
  await page.waitForTimeout(60)
  if ((await layersOf(page)) === before) report(where, 'Escape does not close it')
  else if ((await ask<string>(page, 'focused()')) === 'body') report(where, 'the focus is lost after Escape')
}

type Place = { user: string; path: string; steps: readonly string[] }

/** Press one control and check what opens; inside it, go on. */
async function tryControl(page: Page, place: Place, key: string, before: string): Promise<void> {
  const { user, path, steps } = place
  const kind = await press(page, key)
  if (kind === '') return remark(`not pressed: ${key} ${await layersOf(page)}`)
  const where = `${user} ${[path.split('?')[0], ...steps, key].join(' > ')}`
  const isCheck = key.startsWith('input ')
  const other = await opens(page, before)
  const sends = !other && before !== '' && kind === 'submit'
  if (!other && !isCheck && !sends) return
  const top = await ask<string>(page, 'top()')
  remark(`${where} = ${top}`)
  await check(page, where)
  const inner = { user, path, steps: [...steps, key] }
  const goesOn = (isCheck || /^(menu|dialog|alertdialog)/.test(top)) && !sends && steps.length < deepest
  if (other && !isCheck) {
    await pressEscape(page, where)
    if (!goesOn) return
    if ((await layersOf(page)) !== before && !(await open(page, path, steps))) return
    if ((await press(page, key)) === '' || !(await opens(page, before))) return
  }
  if (goesOn) await walk(page, inner)
}

/** Press each control of the screen, or of what the steps have opened. */
async function walk(page: Page, place: Place): Promise<void> {
  const { user, path, steps } = place
  await settle(page)
  const before = await layersOf(page)
  // A selected row adds controls to the screen, and leaves the others.
  const area = before === '' ? path : `${await ask(page, 'top()')} ${steps.at(-1)}`
  const address = page.url()
  for (const key of await ask<string[]>(page, 'controls()')) {
    if (skipped.test(key)) continue
    if ((await layersOf(page)) !== before) await page.keyboard.press('Escape')
    await page.waitForTimeout(60)
    const isChanged = page.url() !== address || (await layersOf(page)) !== before
    if (isChanged && !(await open(page, path, steps))) return
    const kind = await ask<string>(page, `mark(${JSON.stringify(key)})`)
    const once = `${user} ${kind === 'frame' || /图表菜单|chart menu/i.test(key) ? key.slice(-6) : `${area} ${key}`}`
    if (done.has(once)) continue
    done.add(once)
    await tryControl(page, place, key, before)
  }
}

async function sweep(browser: Browser, url: string, user: string): Promise<void> {
  const { token } = await signIn(url, user, demoPassword)
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: isPhone ? phone.height : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: values.theme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  await context.addCookies([{ name: 'token', value: token, url, sameSite: 'Lax' }])
  await context.addInitScript(`sessionStorage.setItem('LOCALE', '${values.language}'); ${inPage}`)
  await context.route('**/*', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))
  const page = await context.newPage()
  page.on('request', (request) => waiting.add(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  page.on('dialog', (dialog) => void dialog.accept())
  context.on('weberror', (error) => report(page.url(), `exception: ${String(error.error())}`))
  for (const path of values.paths?.split(',') ?? screenPaths.map((screen) => recordOf(screen.path))) {
    const start = Date.now()
    await open(page, path, [])
    if (!page.url().includes(path.split('?')[0] ?? '')) continue
    await axe(page, `${user} ${path}`)
    await walk(page, { user, path, steps: [] }).catch((error: unknown) =>
      report(`${user} ${path}`, `stopped: ${String(error).slice(0, 200)}`),
    )
    remark(`${user} ${path}: ${opened} opened, ${Math.round((Date.now() - start) / 1_000)} s`)
  }
  await context.close()
}

const dataDir = values.url === undefined ? mkdtempSync(join(tmpdir(), 'coldfleet-overlays-')) : null
if (dataDir) ensureBuilt()
const server = dataDir ? await startServer({ environment: { DATA_DIR: dataDir, DEMO: '1' }, built: true }) : null
const browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
try {
  for (const user of values.users.split(',')) await sweep(browser, values.url ?? server?.url ?? '', user)
} finally {
  await browser.close()
  await server?.stop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
}
console.log(`${opened} opened, ${found.size} findings`)
if (found.size > 0) process.exitCode = 1
