import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit } from '#server/services/audit.ts'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { type FeedResult, feedFormats, hasEnded, type JobProgress } from '#shared/feed.ts'
import { testNow } from '#tests/support/context.ts'
import { buildAccount, buildClient, buildDevice, buildHeadquarters, buildSite } from '#tests/support/factories.ts'
import { useTerminal } from '#tests/support/use-terminal.ts'
import { uglyFiles } from './ugly-files.ts'
import { type Outcome, type UglyFile, uglyAccount, uglyClient, uglyFleet, uglySite } from './ugly-rows.ts'

const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
const { database, file, folder, here, through } = useTerminal(
  async (db) => {
    await buildHeadquarters(db)
    const site = await buildSite(db, { name: uglySite })
    const base = site.tenant_id ?? 0
    const client = await buildClient(db, { name: uglyClient, company_id: base })
    const account = await buildAccount(db, {
      name: uglyAccount,
      client_id: client.id,
      company_id: base,
      site_id: site.id,
    })
    const place = { company_id: base, site_id: site.id, client_id: client.id, account_id: account.id }
    const heard = {
      hash_rate: 29,
      active_worker_state: true,
      last_report_at: new Date('2026-11-19T12:00:00Z'),
      state_since: new Date('2026-11-01T00:00:00Z'),
    }
    for (const serial of uglyFleet) await buildDevice(db, { serial, type: 'T30', state: 'normal', ...place, ...heard })
  },
  { audit: createAudit(), jobs },
)
afterAll(() => jobs.close())

type Said = { result: FeedResult | null; problem: string }
const confirmed = 'new-machines,offline,owners,day'

async function byTerminal({ name, sheet }: UglyFile, dryRun: boolean): Promise<Said> {
  const options = [...(sheet ? ['--sheet', sheet] : []), ...(dryRun ? ['--dry-run'] : ['--confirm', confirmed])]
  const { stdout, stderr } = await here(
    'devices',
    'update',
    '--lang',
    'zh',
    '--file',
    join(folder, name),
    '--json',
    ...options,
  )
  return { result: stdout === '' ? null : (JSON.parse(stdout) as FeedResult), problem: stderr.trim() }
}

/** Start a job and follow it, as the dialog in the browser does. */
async function byScreen({ name, bytes, sheet }: UglyFile, dryRun: boolean): Promise<Said> {
  const { COLDFLEET_URL: url, COLDFLEET_TOKEN: token } = through()
  const headers = { authorization: `cat ${token}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = (await (await fetch(`${url}/trpc/${path}`, { headers, ...init })).json()) as {
      result?: { data: JobProgress }
      error?: { message: string }
    }
    if (!answer.result) throw new Error(answer.error?.message)
    return answer.result.data
  }
  const request = {
    fileName: name,
    content: bytes.toString('base64'),
    dryRun,
    confirm: confirmed.split(','),
    language: 'zh',
    ...(sheet ? { sheet } : {}),
  }
  let job = await ask('feeds.start', { method: 'POST', body: JSON.stringify(request) })
  while (!hasEnded(job)) {
    await wait(20)
    job = await ask(`feeds.progress?input=${encodeURIComponent(JSON.stringify({ id: job.id }))}`)
  }
  return { result: job.result, problem: job.error?.message ?? '' }
}

const figures = ({ read, created, updated, unchanged, conflict, refused, transitions, errors }: FeedResult) => ({
  read,
  created,
  updated,
  unchanged,
  conflict,
  refused,
  transitions,
  // Programs get the same fields in any language.
  errors: errors.map(({ line, serial, reason }) => ({ line, serial, reason })),
})

function expectOutcome({ name, outcome }: UglyFile, { result, problem }: Said): void {
  if ('problem' in outcome) {
    expect(result, name).toBeNull()
    expect(problem, name).toMatch(outcome.problem)
    // One sentence in one line.
    expect(problem.split('\n'), name).toHaveLength(1)
    return
  }
  expect(result, `${name}: ${problem}`).toMatchObject({ read: outcome.read, created: outcome.created, conflict: 0 })
  expect((result?.updated ?? 0) + (result?.unchanged ?? 0), name).toBe(outcome.known)
  expect([...new Set(result?.errors.map(({ reason }) => reason))].sort(), name).toEqual(outcome.refused)
  expect(result?.refused, name).toBe(outcome.read - outcome.known - outcome.created)
}

const told = (outcome: Outcome, { result, problem }: Said): string =>
  'problem' in outcome
    ? `refused: ${problem}`
    : [
        `${outcome.read} read`,
        `${outcome.known} known`,
        `${outcome.created} new`,
        ...(result?.errors.length ? [`${result.errors.length} refused: ${outcome.refused.join(', ')}`] : []),
      ].join(' · ')

let files: UglyFile[] = []
beforeAll(async () => {
  for (const format of ['csv', 'xlsx'])
    await here('devices', 'export', '--format', format, '--out', join(folder, `export.${format}`))
  files = uglyFiles({ csv: readFileSync(join(folder, 'export.csv')), xlsx: readFileSync(join(folder, 'export.xlsx')) })
  for (const { name, bytes } of files) file(name, bytes)
}, 60_000)

const fleet = async () => {
  const { rows } = await sql<{ device: string }>`select to_jsonb(d)::text as device from device d order by id`.execute(
    database.db,
  )
  return rows.map(({ device }) => device)
}

test('check and apply real office files alike by command and on screen, each refusal within a second', async () => {
  const before = await fleet()
  const rows: string[] = []
  for (const [index, ugly] of files.entries()) {
    const begun = performance.now()
    const rehearsed = await byScreen(ugly, true)
    if ('problem' in ugly.outcome) expect(performance.now() - begun, ugly.name).toBeLessThan(1_000)
    // The dialog accepts no other file extension.
    if (!('problem' in ugly.outcome))
      expect(
        feedFormats.some((ending) => ugly.name.endsWith(`.${ending}`)),
        ugly.name,
      ).toBe(true)
    expectOutcome(ugly, rehearsed)
    const typed = await byTerminal(ugly, true)
    expectOutcome(ugly, typed)
    expect(typed.result && figures(typed.result), ugly.name).toEqual(rehearsed.result && figures(rehearsed.result))
    expect(await fleet(), ugly.name).toEqual(before)
    const applied = await (index % 2 === 0 ? byTerminal : byScreen)(ugly, false)
    expectOutcome(ugly, applied)
    expect(applied.result && figures(applied.result), ugly.name).toEqual(rehearsed.result && figures(rehearsed.result))
    rows.push(
      `| ${ugly.name}${ugly.sheet ? ` --sheet ${ugly.sheet}` : ''} | ${ugly.what} | ${told(ugly.outcome, rehearsed)} |`,
    )
    if (!applied.result) continue
    expect((await here('devices', 'undo', '--batch', String(applied.result.batchId), '--json')).status, ugly.name).toBe(
      0,
    )
    expect(await fleet(), ugly.name).toEqual(before)
  }
  const heading = [
    '# Device feeds in unusual files',
    '',
    '`ugly-files.ts` makes the files. `ugly-files.test.ts` previews each in the terminal and on screen, applies it in one of them, and writes this table.',
    '',
    '| file | what is unusual | outcome |',
    '|---|---|---|',
  ]
  await expect(`${[...heading, ...rows].join('\n')}\n`).toMatchFileSnapshot('ugly-files.md')
}, 300_000)
