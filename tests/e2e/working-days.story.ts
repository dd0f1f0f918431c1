import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { demoPassword } from '#server/demo/users.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays } from '#shared/dates.ts'
import { word } from '#shared/i18n/index.ts'
import { fitsSideways, openPage, signIn, stage, useBrowser } from '#tests/e2e/support/browser.ts'
import { clicksOf, countClicks } from '#tests/e2e/support/clicks.ts'
import type { Look } from '#tests/e2e/support/contexts.ts'
import { accessProblems } from '#tests/support/access-problems.ts'
import { type RestClient, signIn as signInByRest } from '#tests/support/rest-client.ts'

useBrowser()

const looks = [
  ['zh at 1440 px', { language: 'zh', width: 1440, height: 900 }],
  ['en at 390 px with touch', { language: 'en', width: 390, height: 844, touch: true }],
] as const satisfies readonly (readonly [string, Look])[]
/** The most clicks of each job of a day, in either language and width, from its first screen on. */
const most = {
  feed: 6,
  undo: 3,
  transfer: 8,
  send: 3,
  decide: 4,
  takeBack: 7,
  count: 2,
  own: 0,
  export: 2,
  statement: 2,
}

type Machine = { id: number; serial: string; siteId: number; clientId: number; client: string; companyId: number }
const signedIn = new Map<string, Promise<RestClient>>()
/** A REST client for requests beside the browser; each user signs in once. */
function restAs(userName: string): Promise<RestClient> {
  const known = signedIn.get(userName) ?? signInByRest(stage().url, userName, demoPassword)
  signedIn.set(userName, known)
  return known
}
async function machinesOf(asked: object): Promise<Machine[]> {
  const { data } = await (await restAs('base')).post<{ data: Machine[] }>('/device/find/', {
    orderColumn: 'serial',
    ...asked,
  })
  return data.data
}
/** The demonstration client whose machines the client user sees. */
const ownName = '晨曦数据'
const today = businessDay(new Date(), 'Asia/Shanghai')

/** Open a screen and count the clicks of each job. */
async function person(look: Look, userName: string, path: string) {
  const page = await openPage(look)
  await countClicks(page)
  await signIn(page, userName, path)
  const language = look.language ?? 'zh'
  const say = (key: Parameters<typeof word>[1], values?: Parameters<typeof word>[2]) => word(language, key, values)
  const press = (target: Locator) => (look.touch ? target.tap() : target.click())
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: typeof name === 'string' })
  const choose = async (field: Locator, option: string | RegExp) => {
    await press(field)
    await press(page.getByRole('option', { name: option }).first())
  }
  /** End a job: it took at most its clicks, and the page fits sideways. */
  const done = async (job: keyof typeof most) => {
    const clicks = await clicksOf(page)
    expect(`${job}: ${Math.max(clicks, most[job])} clicks`).toBe(`${job}: ${most[job]} clicks`)
    await expect.poll(() => fitsSideways(page)).toBe(true)
  }
  return { page, say, press, button, choose, done }
}

test.each(looks)(
  'Check the morning, apply and undo a feed, transfer machines from an earlier day and undo it: %s',
  async (_, look) => {
    const { page, say, press, button, choose, done } = await person(look, 'base', '/today')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await accessProblems(page)).toEqual([])
    const machines = await machinesOf({ state: 'normal', size: 300 })
    const [first] = machines
    if (!first) throw new Error('the demonstration has no machine that runs')
    const other = machines.find(({ clientId }) => clientId !== first.clientId)
    if (!other) throw new Error('the demonstration has one client only')
    const file = join(stage().dataDir, `owners-${look.width}.csv`)
    writeFileSync(
      file,
      `\uFEFF序列号,客户\r\n${machines.map(({ serial }) => `${serial},${other.client}`).join('\r\n')}\r\n`,
    )

    await page.goto('/machine_list/index')
    await button(say('fleet.updateDevice')).waitFor()
    await clicksOf(page)
    await press(button(say('fleet.updateDevice')))
    const feed = page.getByRole('dialog', { name: say('feedScreen.title') })
    await press(feed.getByRole('radio', { name: say('feedScreen.file') }))
    await feed.locator('input[type=file]').setInputFiles(file)
    await press(button(say('feedScreen.preview'), feed))
    await feed.getByText(say('feed.noTelemetry')).waitFor()
    await press(feed.getByRole('tab', { name: new RegExp(`^${say('batch.transfers')}`) }))
    await feed.getByRole('tabpanel').getByText(other.client).first().waitFor()
    expect(await button(say('feedScreen.apply'), feed).getAttribute('aria-disabled')).toBe('true')
    expect(await accessProblems(page)).toEqual([])
    await press(feed.getByRole('checkbox').first())
    const loaded = page.waitForEvent('load')
    await press(button(say('feedScreen.apply'), feed))
    await loaded
    await done('feed')

    await page.goto('/feed_batches/index')
    const newest = page.getByRole('button', { name: new RegExp(say('batch.open', { batch: '' }).trim()) }).first()
    await newest.waitFor()
    await clicksOf(page)
    await press(newest)
    await press(button(say('batch.undo')))
    const question = page.getByRole('dialog', { name: /\d/ }).last()
    await question.getByRole('tab', { name: new RegExp(say('batch.group.undone')) }).waitFor()
    expect(await accessProblems(page)).toEqual([])
    await press(question.getByRole('button', { name: /\d/ }))
    await page.getByText(say('batch.undone')).first().waitFor()
    await done('undo')

    await page.goto(`/machine_list/index?clientId=${first.clientId}&state=normal&size=10`)
    const box = page.getByRole('checkbox', { name: say('table.selectPage') })
    await box.waitFor()
    await clicksOf(page)
    await press(box)
    await press(button(say('custody.transfer')).first())
    const dialog = page.getByRole('dialog', { name: say('transferDialog.title', { count: 10 }) })
    await choose(button(new RegExp(`^${say('transferDialog.owner')}`), dialog), say('transferDialog.client.other'))
    await choose(dialog.getByRole('combobox', { name: say('place.client') }), other.client)
    await dialog.getByLabel(say('transferDialog.date')).first().fill(addDays(today, -9))
    await dialog.getByLabel(say('transferDialog.reason')).fill('合同变更')
    await press(button(say('transferDialog.preview'), dialog))
    await dialog.getByText(say('transferDialog.moves', { moved: 10, unchanged: 0, left: 0 })).waitFor()
    expect(await accessProblems(page)).toEqual([])
    await press(button(say('transferDialog.submit', { count: 10 }), dialog))
    // The undo of the feed may still be offered beside it.
    await press(button(say('transferDialog.undo'), page.getByRole('listitem').filter({ hasText: addDays(today, -9) })))
    await page.getByText(say('transferDialog.undone', { undone: 10, total: 10 })).waitFor()
    await done('transfer')
    expect((await machinesOf({ serial: first.serial }))[0]?.clientId).toBe(first.clientId)
  },
)

test.each(looks)(
  'Send pasted serials, decide about a reporting machine, undo a return and count the site: %s',
  async (_, look) => {
    const { page, say, press, button, choose, done } = await person(look, 'base', '/repair/index')
    const [first, second] = await machinesOf({ state: 'normal', type: 'T30', size: 2 })
    if (!first || !second) throw new Error('the demonstration has no machines that run')
    await button(say('repairs.add')).waitFor()
    await clicksOf(page)
    await press(button(say('repairs.add')))
    const sending = page.getByRole('dialog', { name: say('repair.order.送修') })
    await sending.getByLabel(say('repairs.serials')).fill(`${first.serial.toLowerCase()}\n${second.serial}`)
    await sending.getByLabel(say('repairs.reason')).fill('风扇异响')
    await press(button(say('repairs.check'), sending))
    await press(button(say('repairs.do.送修', { count: 2 }), sending))
    await page.getByText(new RegExp(`^${say('repairs.did.送修')}.*${first.serial}`)).waitFor()
    await done('send')

    // The machine runs again before a person has recorded its return.
    const rest = await restAs('base')
    await rest.post('/device/updateDevice', {
      devices: [{ serial: first.serial, activeWorkerState: 'yes', hashRate: 30 }],
    })
    await page.goto(`/feed_conflicts/index?serial=${first.serial}`)
    const decision = button(new RegExp(`^${say('conflict.decision.return')} ${first.serial}`))
    await decision.waitFor()
    expect(await accessProblems(page)).toEqual([])
    await clicksOf(page)
    await press(decision)
    const returning = page.getByRole('dialog', { name: say('repairs.title.送回', { machines: first.serial }) })
    expect(await button(new RegExp(`^${say('repairs.kind')}`), returning).count()).toBe(0)
    await choose(button(new RegExp(`^${say('repairs.outcome')}`), returning), say('repair.outcome.fixed'))
    // A chosen machine is checked automatically.
    await press(button(say('custody.return'), returning))
    await expect.poll(() => decision.count()).toBe(0)
    await done('decide')

    await page.goto('/repair/index')
    await button(say('repairs.add')).waitFor()
    await clicksOf(page)
    await press(button(say('repairs.add')))
    await choose(button(new RegExp(`^${say('repairs.kind')}`), sending), say('repair.order.送回'))
    const entering = page.getByRole('dialog', { name: say('repair.order.送回') })
    await entering.getByLabel(say('repairs.serials')).fill(second.serial)
    await choose(button(new RegExp(`^${say('repairs.outcome')}`), entering), say('repair.outcome.noFault'))
    await press(button(say('repairs.check'), entering))
    await press(button(say('custody.return'), entering))
    await page.getByText(new RegExp(`^${say('repairs.did.送回')}.*${second.serial}`)).waitFor()
    await done('takeBack')

    const here = await machinesOf({ siteId: first.siteId, state: 'normal', size: 20 })
    await page.goto(`/site_detail/index?id=${first.siteId}`)
    await button(say('stocktake.open')).waitFor()
    await clicksOf(page)
    await press(button(say('stocktake.open')))
    const counting = page.getByRole('dialog')
    await counting
      .getByLabel(say('stocktake.serials'))
      .fill([...here.map(({ serial }) => serial), 'NOBODY-1'].join('\n'))
    await press(button(say('stocktake.compare'), counting))
    await counting.getByRole('tab', { name: `${say('stocktake.here')} ${here.length}` }).waitFor()
    expect(await accessProblems(page)).toEqual([])
    await done('count')
  },
)

test('Show a client their month, their machines with the export, and their statement, in all looks', async () => {
  const rest = await restAs('admin')
  const { data } = await rest.post<{ data: { id: number; name: string }[] }>('/client/find', { name: ownName, size: 1 })
  const [owner] = data.data
  expect(owner?.name).toBe(ownName)
  for (const [, look] of looks) {
    const { page, say, press, button, done } = await person(look, 'client', '/today')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await accessProblems(page)).toEqual([])
    expect(await page.getByText(say('today.ownMachines')).count()).toBeGreaterThan(0)
    await clicksOf(page)
    await page.goto('/machine_list/index')
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(0)
    await done('own')
    await press(button(say('fleet.export')).first())
    const file = page.waitForEvent('download')
    await press(button(say('fleet.exportStart')))
    expect((await file).suggestedFilename()).toMatch(/\.xls$/)
    await done('export')
    await page.goto(`/agent_detail/index?id=${owner?.id}`)
    await press(button(say('statement.name')))
    const statement = page.waitForEvent('download')
    await press(button(say('fleet.exportStart')))
    expect((await statement).suggestedFilename()).toMatch(/\.pdf$/)
    await done('statement')
  }
})
