import { TRPCClientError } from '@trpc/client'
import { expect, test, vi } from 'vitest'
import type { JobProgress } from '#shared/feed.ts'
import type { Client } from './connect.ts'
import { CliFailure, describeFailure } from './failure.ts'
import { runFeed } from './feed.ts'
import { terminalOf } from './settings.ts'

const job: JobProgress = {
  id: 'a',
  phase: 'reading',
  done: 0,
  total: 1,
  result: null,
  error: null,
  holdsDatabase: true,
}
const input = {} as Parameters<typeof runFeed>[1]
const failing = (error: unknown) => {
  const feeds = { start: { mutate: async () => job }, progress: { query: () => Promise.reject(error) } }
  return runFeed({ feeds } as unknown as Client, input, false, terminalOf(['--lang', 'en'], {}))
}
/** An error as in a server's response. */
const answered = (appCode: string) =>
  TRPCClientError.from({
    error: { message: appCode, code: -32_000, data: { code: 'X', httpStatus: 400, appCode, details: {}, fields: [] } },
  } as never)

test.each([
  ['nobody answers any more', TRPCClientError.from(new Error('no', { cause: new CliFailure('cli.unreachable') }))],
  ['the address is refused', TRPCClientError.from(new CliFailure('cli.unreachable'))],
  ['a process answers that does not know of it', answered('NOT_FOUND')],
])('say that the server is lost, and how to see whether the feed was applied: %s', async (_name, error) => {
  const failure: unknown = await failing(error).catch((caught: unknown) => caught)
  const { line, exitCode } = describeFailure(failure, 'en')
  expect(line).toMatch(
    /^the server stopped answering while the feed was under way.*coldfleet call feeds\.batches --json '{}'/,
  )
  expect(exitCode).toBe(1)
  expect(describeFailure(failure, 'zh').line).toMatch(/服务器停止了应答.*coldfleet call feeds\.batches --json '{}'/)
})

test("keep the server's own message about a feed unchanged", async () => {
  await expect(failing(answered('FORBIDDEN'))).rejects.toThrow('FORBIDDEN')
})

test('end a strict dry run as the feed itself would: refused for a single line', async () => {
  const result = { read: 2, created: 0, updated: 1, unchanged: 0, conflict: 0, refused: 1, dryRun: true }
  const done = { ...job, phase: 'done', result }
  const client = { feeds: { start: { mutate: async () => done } } } as unknown as Client
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const rehearse = (strict: boolean) =>
      runFeed(client, { dryRun: true, strict }, true, terminalOf(['--lang', 'en'], {}))
    await expect(rehearse(false)).resolves.toBeUndefined()
    const failure: unknown = await rehearse(true).catch((caught: unknown) => caught)
    expect(describeFailure(failure, 'en')).toEqual({
      line: '1 line was refused; in strict mode nothing was changed',
      exitCode: 1,
    })
  } finally {
    said.mockRestore()
  }
})

test.each([
  ['FEED_EMPTY', 2],
  ['FEED_UNREADABLE', 2],
  ['VALIDATION', 2],
  ['FEED_RUNNING', 1],
])(
  'treat an invalid file or a future day as wrong use, and a refusal of the product not: %s',
  async (code, exitCode) => {
    const failed = { ...job, phase: 'failed', error: { code, message: 'why' } }
    const client = { feeds: { start: { mutate: async () => failed } } } as unknown as Client
    const failure: unknown = await runFeed(client, input, false, terminalOf(['--lang', 'en'], {})).catch(
      (caught: unknown) => caught,
    )
    expect(describeFailure(failure, 'en')).toEqual({ line: 'why', exitCode })
  },
)

test('report no created or updated machine for a refused strict feed, and do not call it a dry run', async () => {
  const counted = {
    read: 3,
    created: 1,
    updated: 1,
    unchanged: 0,
    conflict: 0,
    refused: 1,
    dryRun: true,
    batchId: null,
    businessDate: '2026-11-23',
  }
  const result = {
    ...counted,
    transitions: [{ from: null, to: 'normal', count: 1 }],
    coverage: [],
    ignoredColumns: [],
    errors: [],
    errorCount: 0,
  }
  const failed = { ...job, phase: 'failed', result, error: { code: 'FEED_REFUSED', message: 'why' } }
  const client = { feeds: { start: { mutate: async () => failed } } } as unknown as Client
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const run = (json: boolean) =>
      runFeed(client, { strict: true } as typeof input, json, terminalOf(['--lang', 'en'], {})).catch(() => undefined)
    await run(true)
    expect(JSON.parse(said.mock.calls.flat().join(''))).toMatchObject({
      created: 0,
      updated: 0,
      refused: 1,
      transitions: [],
      dryRun: false,
    })
    said.mockClear()
    await run(false)
    expect(said.mock.calls.flat().join('')).not.toMatch(/rehearsal|normal|created +1|updated +1/i)
  } finally {
    said.mockRestore()
  }
})

test('name a site with less than half of its machines in the file, and no site outside of the file', async () => {
  const counted = {
    read: 112,
    created: 0,
    updated: 112,
    unchanged: 0,
    conflict: 0,
    refused: 0,
    dryRun: true,
    batchId: null,
    businessDate: '2026-11-23',
  }
  const coverage = [
    {
      siteId: 1,
      site: 'Cut',
      expected: 374,
      reported: 374,
      status: 'complete',
      absentOffline: 0,
      absentKept: 0,
      thin: true,
    },
    {
      siteId: 2,
      site: 'Other',
      expected: 507,
      reported: 505,
      status: 'partial',
      absentOffline: 0,
      absentKept: 0,
      thin: false,
    },
    {
      siteId: 3,
      site: 'Short',
      expected: 60,
      reported: 58,
      status: 'partial',
      absentOffline: 2,
      absentKept: 0,
      thin: false,
    },
  ]
  const result = {
    ...counted,
    transitions: [],
    coverage,
    ignoredColumns: [],
    errors: [],
    errorCount: 0,
    reasonCounts: {},
  }
  const client = { feeds: { start: { mutate: async () => ({ ...job, phase: 'done', result }) } } } as unknown as Client
  const [out, error] = [
    vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ]
  try {
    await runFeed(client, { dryRun: true } as typeof input, false, terminalOf(['--lang', 'en'], {}))
    const told = [...out.mock.calls, ...error.mock.calls].flat().join('')
    expect(told).toMatch(/Less than half reported.*: Cut\./)
    expect(told).toMatch(/Short: 58 of 60 reported/)
    expect(told).not.toMatch(/Other/)
  } finally {
    out.mockRestore()
    error.mockRestore()
  }
})
