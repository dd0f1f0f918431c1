import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright'
import { demoPassword } from '#server/demo/users.ts'
import { addDays } from '#shared/dates.ts'
import type { Word } from '#shared/i18n/index.ts'
import type { RestClient } from '#tests/support/rest-client.ts'
import type { Hand } from './hand.ts'

export type Job = {
  name: string
  user: string
  /** Also measured on a phone. */
  phone?: true
  /** What must have happened before the job. */
  before?: (rest: RestClient) => Promise<void>
  /** From the page after sign-in until the answer is on the screen; it fails if the answer is missing. */
  run: (hand: Hand) => Promise<void>
}

const client = '晨曦数据'
/** Another client, because an earlier job sends the offline machine of the first one to repair. */
const otherClient = '北辰云算'
/** Any text that starts with a word of the product. */
const startsWith = (text: string) => new RegExp(`^${text}`)
const rowOf = (hand: Hand): Locator => hand.page.locator('tbody tr[tabindex]').first()
const serialOf = async (row: Locator) => (await row.locator('.font-mono').first().textContent()) ?? ''

/** Open the details of the first offline machine at the worst site, and return its serial. */
async function downAtSite(hand: Hand): Promise<string> {
  await hand.click(hand.card('today.worst').getByRole('link').first())
  await rowOf(hand).waitFor()
  const serial = await serialOf(rowOf(hand))
  await hand.click(rowOf(hand))
  return serial
}

async function whatIsDown(hand: Hand): Promise<void> {
  const serial = await downAtSite(hand)
  await hand.see(hand.say('fleet.detailOf', { serial }))
  await hand.see(hand.page.locator('dd').filter({ hasText: hand.say('cause.feed') }))
}

async function sendToRepair(hand: Hand): Promise<void> {
  const serial = await downAtSite(hand)
  await hand.click(hand.button(hand.say('custody.send')).last())
  await hand.page
    .getByRole('dialog')
    .getByRole('button', { name: hand.say('custody.send'), exact: true })
    .waitFor()
  await hand.see(hand.page.getByRole('dialog').locator(':is(input, textarea):focus'))
  await hand.type('风扇')
  await hand.press('Enter')
  await hand.see(hand.page.locator('[data-sonner-toast]').filter({ hasText: serial }))
}

/** Click the button of the first row of this kind on Today, and return what the row is about. */
async function dealWith(hand: Hand, act: Word): Promise<string> {
  const button = hand.page.getByRole('button', {
    name: startsWith(hand.say('today.actOf', { action: hand.say(act), name: '' })),
  })
  const row = hand.page.getByRole('listitem').filter({ has: button }).first()
  const name = (await row.locator('[data-need] span').first().textContent()) ?? ''
  await hand.click(row.getByRole('button').last())
  return name
}

async function approve(hand: Hand): Promise<void> {
  await dealWith(hand, 'today.act.person')
  const dialog = hand.page.getByRole('dialog')
  await hand.click(dialog.getByRole('button', { name: hand.say('users.nickName') }))
  await hand.click(hand.page.getByRole('option', { name: hand.say('role.inspector'), exact: true }))
  await hand.click(dialog.getByRole('textbox', { name: hand.say('users.ownPassword') }))
  await hand.type(demoPassword)
  await hand.press('Enter')
  await hand.see(hand.page.locator('[data-sonner-toast]').filter({ hasText: hand.say('users.roleGiven') }))
}

/** The day before the business date, as the header shows it. */
async function yesterday(hand: Hand): Promise<string> {
  const shown = await hand.page
    .locator('header')
    .getByText(/^\d{4}-\d{2}-\d{2}$/)
    .first()
    .textContent()
  return addDays(shown ?? '', -1)
}

async function rateOfClient(hand: Hand): Promise<void> {
  const day = await yesterday(hand)
  await hand.search(client, startsWith(client))
  await hand.press('Enter')
  await hand.see(hand.page.getByRole('heading', { level: 1, name: client }))
  const rate = hand.page
    .locator('section')
    .filter({ hasText: hand.say('rate.online') })
    .last()
  const told = rate.getByText(new RegExp(`${day.slice('YYYY-'.length)} [\\d.]+%`))
  await told.first().waitFor()
  await hand.show(told.first())
}

async function offlineOfClient(hand: Hand): Promise<void> {
  const option = new RegExp(`^${otherClient}.*${hand.say('device.state.offline')}`)
  await hand.search(otherClient, option)
  const count = Number(/\d+$/.exec((await hand.page.getByRole('option', { name: option }).textContent()) ?? '')?.[0])
  await hand.press('ArrowDown')
  await hand.press('Enter')
  await rowOf(hand).waitFor()
  const rows = await hand.page.locator('tbody tr[tabindex]').count()
  if (rows !== count) throw new Error(`the list shows ${rows} machines instead of ${count}`)
}

async function acknowledge(hand: Hand): Promise<void> {
  const name = await dealWith(hand, 'today.act.warning')
  await hand.click(hand.page.getByRole('dialog').getByRole('button', { name: hand.say('care.usual.parts') }))
  await hand.press('Enter')
  await hand.page.getByRole('dialog').waitFor({ state: 'detached' })
  await hand.page.locator('[data-need]').filter({ hasText: name }).waitFor({ state: 'detached' })
}

async function takeBack(hand: Hand): Promise<void> {
  const name = await dealWith(hand, 'today.act.repairOut')
  const dialog = hand.page.getByRole('dialog')
  await hand.click(dialog.getByRole('button', { name: hand.say('repairs.outcome') }))
  await hand.click(hand.page.getByRole('option').first())
  await hand.click(dialog.getByRole('button', { name: hand.say('custody.return') }))
  await hand.see(hand.page.locator('[data-sonner-toast]').filter({ hasText: name }))
}

async function exportOffline(hand: Hand): Promise<void> {
  const offline = hand.page
    .getByRole('region', { name: hand.say('today.states') })
    .getByRole('link', { name: startsWith(hand.say('device.state.offline')) })
  const count = Number(/\d+/.exec((await offline.textContent()) ?? '')?.[0])
  await hand.click(offline)
  await hand.click(hand.button(hand.say('fleet.export')).first())
  const file = hand.page.waitForEvent('download')
  await hand.click(hand.page.getByRole('dialog').getByRole('button', { name: hand.say('fleet.exportStart') }))
  const path = await (await file).path()
  if (count === 0 || readFileSync(path).length < count) throw new Error(`the file does not have ${count} machines`)
  await hand.see(hand.say('fleet.downloaded'))
}

/** One machine turns slow by the last feed. */
async function feedSomething(rest: RestClient): Promise<void> {
  const { data } = await rest.post<{ data: { serial: string }[] }>('/device/find/', {
    state: 'normal',
    type: 'T30',
    size: 1,
  })
  const serial = data.data[0]?.serial ?? ''
  await rest.post('/device/updateDevice', { devices: [{ serial, activeWorkerState: 'yes', hashRate: 9 }] })
}

async function undoFeed(hand: Hand): Promise<void> {
  await hand.click(hand.card('today.feed').getByRole('link'))
  await hand.see(hand.page.getByRole('tabpanel').getByText(hand.say('device.state.low')))
  await hand.click(hand.button(hand.say('batch.undo')))
  await hand.click(
    hand.page.getByRole('dialog').getByRole('button', { name: hand.say('batch.undoCount', { count: 1 }) }),
  )
  await hand.see(hand.page.getByText(hand.say('batch.undone'), { exact: true }))
}

async function enterTanker(hand: Hand): Promise<void> {
  const tanker = await dealWith(hand, 'today.act.tanker')
  await hand.see(hand.page.getByRole('heading', { name: hand.say('reception.registerOf', { tanker }) }))
  await hand.click(
    hand.page.getByRole('dialog').getByRole('button', { name: hand.say('reception.register'), exact: true }),
  )
  await hand.see(hand.page.getByRole('dialog').getByText(/^JC\d{8}-\d{4}$/))
}

export const jobs: readonly Job[] = [
  { name: 'What is down at a site, and why', user: 'base', phone: true, run: whatIsDown },
  { name: 'Send that machine to repair', user: 'base', run: sendToRepair },
  { name: 'Who waits for approval; approve', user: 'admin', run: approve },
  { name: "Yesterday's online rate of a client", user: 'base', run: rateOfClient },
  { name: 'Every offline machine of a client', user: 'base', run: offlineOfClient },
  { name: 'Acknowledge the oldest warning', user: 'base', phone: true, run: acknowledge },
  { name: 'Close a repair', user: 'base', run: takeBack },
  { name: 'Export the offline machines', user: 'base', run: exportOffline },
  { name: 'What the last feed changed; undo it', user: 'base', before: feedSomething, run: undoFeed },
  { name: "Today's tankers; enter one", user: 'registrar', phone: true, run: enterTanker },
]
