import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { demoProjects } from '#server/demo/projects-data.ts'
import { demoPassword } from '#server/demo/users.ts'
import { type CityClimate, climateFields, climateNames } from '#shared/cities.ts'
import { ensureBuilt } from '#tests/support/build.ts'
import { chromiumFlags, requireChromium } from '#tests/support/chromium.ts'
import { startServer } from '#tests/support/http-server.ts'
import { phone } from '#tests/support/open-screen.ts'
import { signIn } from '#tests/support/rest-client.ts'

/**
 * Take pictures of each role's first minute: the screen after the sign-in and those that the role opens next, in both
 * languages and themes, wide and on a phone, and the wall. Writes one page a role, with the pictures of an earlier run
 * (`--before`) beside the new ones. Fails when a page scrolls sideways.
 * npx tsx scripts/first-minute.ts --out FOLDER [--before FOLDER] [--users admin,base] [--languages zh,en]
 * [--themes light,dark] [--shapes wide,phone,zoom,narrow] [--screens PART] [--whole] [--url ADDRESS]
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    before: { type: 'string' },
    users: { type: 'string' },
    languages: { type: 'string', default: 'zh,en' },
    themes: { type: 'string', default: 'light,dark' },
    shapes: { type: 'string', default: 'wide,phone' },
    screens: { type: 'string', default: '' },
    whole: { type: 'boolean', default: false },
    url: { type: 'string' },
  },
})
if (values.out === undefined) throw new Error('--out names the folder of the pictures, outside of this one')
const out = resolve(values.out)

/** What a picture shows: the name of its file, the address, and a step after that. */
type Scene = { name: string; path: string; act?: (page: Page) => Promise<void>; shape?: string }

const firstRow = async (page: Page): Promise<void> => {
  await page.locator('tbody tr:not([aria-hidden])').first().click({ timeout: 5_000 })
}
const firstLink = async (page: Page): Promise<void> => {
  await page.locator('tbody tr:not([aria-hidden]) a').first().click({ timeout: 5_000 })
  await page.waitForURL((url) => url.pathname !== '/machine_list/index')
}
const start: Scene = { name: 'start', path: '' }
const overview: Scene = { name: 'overview', path: '/dashboard/index' }
const devices: Scene = { name: 'devices', path: '/machine_list/index?state=offline' }
const drawer: Scene = { name: 'drawer', path: '/machine_list/index?state=warn', act: firstRow }
const projects: Scene = { name: 'projects', path: '/materialType' }
const wall = (name: string, path: string): Scene => ({ name, path: `${path}?active=1`, shape: 'wall' })

/** The screens of each role, in the order in which it opens them. */
const scenes: Record<string, readonly Scene[]> = {
  admin: [
    start,
    overview,
    drawer,
    { name: 'client', path: '/agent_detail/index?id=1' },
    { name: 'people', path: '/user/index' },
    wall('wall', '/screen/index'),
  ],
  base: [
    start,
    devices,
    { name: 'warnings', path: '/warning/index' },
    { name: 'orders', path: '/company_material_order/index' },
    { name: 'cockpit', path: '/base_screen/index' },
    wall('wall', '/base_screen/index'),
  ],
  inspector: [
    start,
    { name: 'repairs', path: '/repair/index' },
    { name: 'reservations', path: '/reservation/index' },
    { name: 'reports', path: '/report/index' },
  ],
  registrar: [
    start,
    { name: 'reception', path: '/reception/index' },
    { name: 'reservations', path: '/reservation/index' },
  ],
  visitor: [start, { name: 'wizard', path: '/agent' }, { name: 'profile', path: '/profile/index' }],
  client: [start, overview, devices, { name: 'machine', path: '/machine_list/index?state=repairing', act: firstLink }],
  account: [start, devices, { name: 'repairs', path: '/repair/index' }],
  // A person without a role, but with projects.
  engineer: [start, projects, { name: 'wizard', path: '/agent?id=OWN' }],
}

const shapes: Record<string, { width: number; height: number; scale?: number }> = {
  wide: { width: 1440, height: 900 },
  phone: { width: phone.width, height: phone.height },
  // 200 % on a screen of 1440.
  zoom: { width: 720, height: 450, scale: 2 },
  narrow: { width: 320, height: 640 },
  wall: { width: 1920, height: 1080 },
}
const languages = values.languages.split(',')
const themes = values.themes.split(',')

const settled =
  "!!document.querySelector('h1') && !document.querySelector('.skeleton, [aria-busy=true]') && document.fonts.status === 'loaded'"

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const end = Date.now() + 15_000; Date.now() < end && !(await page.evaluate(settled).catch(() => false)); )
    await page.waitForTimeout(100)
  // Charts and parts that depend on a second answer.
  await page.waitForTimeout(600)
  await page.waitForLoadState('networkidle')
}

/** Sign in as a person does, without a wanted address: the picture then shows where that leads. */
async function enter(page: Page, user: string, language: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login')
  await page.evaluate(`sessionStorage.setItem('LOCALE', '${language}')`)
  await page.goto('/login')
  await page.locator('input[name=userName]').fill(user)
  await page.locator('input[name=password]').fill(demoPassword)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
}

const wrong: string[] = []
const file = (user: string, scene: Scene, rest: readonly string[]) => `${[user, scene.name, ...rest].join('-')}.png`

async function takeThemes(page: Page, user: string, scene: Scene, language: string, shape: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
    await page.waitForTimeout(200)
    const name = file(user, scene, [language, theme, shape])
    await page.screenshot({ path: join(out, name), fullPage: values.whole })
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    if (scrollWidth > clientWidth) wrong.push(`${name}: ${scrollWidth} px of ${clientWidth}`)
  }
}

async function take(
  context: BrowserContext,
  user: string,
  language: string,
  shape: string,
  own: number,
): Promise<void> {
  const page = await context.newPage()
  await enter(page, user === 'engineer' ? 'visitor' : user, language)
  for (const scene of wanted(user).filter((one) => shown(one, shape))) {
    if (scene.path !== '') await page.goto(scene.path.replace('OWN', `${own}`))
    await settle(page)
    await scene
      .act?.(page)
      .catch((error: Error) => wrong.push(`${user} ${scene.name}: ${error.message.split('\n')[0]}`))
    if (scene.act) await settle(page)
    await takeThemes(page, user, scene, language, shape)
  }
  await page.close()
}

const usual = values.shapes.split(',')
const shown = (scene: Scene, shape: string): boolean => (scene.shape ? [scene.shape] : usual).includes(shape)
const wanted = (user: string): Scene[] => (scenes[user] ?? []).filter(({ name }) => name.includes(values.screens))
const users = values.users?.split(',') ?? Object.keys(scenes)
const unknown = users.filter((user) => !scenes[user])
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}`)

/** Give the visitor projects, run the work, and delete them again. */
async function withProjects<Result>(url: string, work: (newest: number) => Promise<Result>): Promise<Result> {
  const visitor = await signIn(url, 'visitor', demoPassword)
  const saved: number[] = []
  try {
    for (const { fields } of demoProjects.toReversed()) {
      const { data: city } = await visitor.get<CityClimate>(`/city/listCityData?cityName=${fields.city}`)
      const climate = Object.fromEntries(climateNames.map((column) => [climateFields[column], city[column]]))
      saved.push((await visitor.post<{ id: number }>('/project/save', { ...climate, ...fields })).data.id)
    }
    return await work(saved.at(-1) ?? 0)
  } finally {
    for (const id of saved) await visitor.post(`/materialType/delete/${id}`)
  }
}

async function pictures(browser: Browser, url: string, user: string, own = 0): Promise<void> {
  for (const shape of Object.keys(shapes).filter((one) => wanted(user).some((scene) => shown(scene, one)))) {
    const { width, height, scale = 1 } = shapes[shape] ?? shapes.wide ?? { width: 0, height: 0 }
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height },
      deviceScaleFactor: scale,
      isMobile: width < 600,
      hasTouch: width < 600,
    })
    for (const language of languages) await take(context, user, language, shape, own)
    await context.close()
  }
  writeFileSync(join(out, `${user}.html`), sheet(user))
}

/** All pictures of a role on one page, with those of the earlier run. */
function sheet(user: string): string {
  const before = values.before === undefined ? null : resolve(values.before)
  const image = (folder: string, name: string) => {
    const path = relative(out, join(folder, name)).replaceAll('\\', '/')
    return existsSync(join(folder, name)) ? `<a href="${path}"><img loading="lazy" src="${path}" alt=""></a>` : '–'
  }
  const rows = wanted(user).flatMap((scene) =>
    (scene.shape ? [scene.shape] : usual).flatMap((shape) =>
      languages.flatMap((language) =>
        themes.map((theme) => {
          const name = file(user, scene, [language, theme, shape])
          const cells = [...(before ? [image(before, name)] : []), image(out, name)].map((cell) => `<td>${cell}</td>`)
          return `<tr><th>${[scene.name, language, theme, shape].join('<br>')}</th>${cells.join('')}</tr>`
        }),
      ),
    ),
  )
  const heads = before ? '<th>before</th><th>after</th>' : '<th>now</th>'
  const style =
    'body{font:14px system-ui}td,th{padding:4px;vertical-align:top;text-align:left}img{max-width:100%;max-height:70vh;border:1px solid #ccc}'
  return `<!doctype html><meta charset="utf-8"><title>${user}</title><style>${style}</style><h1>${user}</h1>
<table><thead><tr><th></th>${heads}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
`
}

mkdirSync(out, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-first-minute-'))
if (values.url === undefined) ensureBuilt()
const server =
  values.url === undefined ? await startServer({ environment: { DATA_DIR: dataDir, DEMO: '1' }, built: true }) : null
const url = values.url ?? server?.url ?? ''
const browser = await chromium.launch({ executablePath: requireChromium().path, args: chromiumFlags })
try {
  for (const user of users)
    if (user === 'engineer') await withProjects(url, (own) => pictures(browser, url, user, own))
    else await pictures(browser, url, user)
} finally {
  await browser.close()
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
if (wrong.length > 0) {
  console.error(wrong.join('\n'))
  process.exitCode = 1
}
