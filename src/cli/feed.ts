import { setTimeout as wait } from 'node:timers/promises'
import { TRPCClientError } from '@trpc/client'
import type { FeedResult, JobProgress } from '#shared/feed.ts'
import { feedCounts } from '#shared/feed.ts'
import { coverageNote } from '#shared/feed-summary.ts'
import { word } from '#shared/i18n/index.ts'
import type { Client } from './connect.ts'
import { CliFailure, exitCodes } from './failure.ts'
import { sayTransfers } from './feed-transfers.ts'
import { onInterrupt } from './interrupt.ts'
import { say as print, remark, sayJson, sayTable, warn } from './output.ts'
import { createProgress } from './progress.ts'
import { warnOfLine } from './refused-line.ts'
import type { Terminal } from './settings.ts'
import { sayStateChanges } from './state-changes.ts'
import { plainTime, zoned } from './zoned.ts'

type StartInput = Parameters<Client['feeds']['start']['mutate']>[0]

const shownErrors = 20
/** The server's codes for a file that is not a feed, and for a future day. */
const wrongInput: ReadonlySet<string> = new Set(['FEED_EMPTY', 'FEED_UNREADABLE', 'VALIDATION'])
const shortestPauseMs = 20

const isUnderWay = (phase: JobProgress['phase']): phase is 'reading' | 'checking' | 'applying' =>
  phase === 'reading' || phase === 'checking' || phase === 'applying'

/** Is the server gone, or replaced by another process, which knows nothing of the job? */
const isLost = (error: unknown): boolean =>
  error instanceof TRPCClientError &&
  (error.cause instanceof CliFailure || error.data?.appCode === 'NOT_FOUND' || !error.data)

/**
 * Follow the job to its end; an interrupt cancels it and reports whether that was in time. @throws CliFailure if the
 * server is lost meanwhile: then it is unknown whether the feed was applied
 */
async function follow(client: Client, started: JobProgress, terminal: Terminal): Promise<JobProgress> {
  let job = started
  const progress = createProgress(terminal)
  const forget = onInterrupt(async () => {
    progress.clear()
    await client.feeds.cancel.mutate({ id: job.id }).catch(() => undefined)
    do job = await client.feeds.progress.query({ id: job.id })
    while (isUnderWay(job.phase) && (await wait(shortestPauseMs, true)))
    warn(
      terminal.say(job.phase === 'done' ? 'cli.feed.tooLate' : 'cli.cancelled', { batch: job.result?.batchId ?? '-' }),
    )
    return 'said'
  })
  try {
    for (let pause = shortestPauseMs; isUnderWay(job.phase); pause = Math.min(pause * 1.5, 300)) {
      progress.show(terminal.say(`cli.phase.${job.phase}`), job.done, job.total)
      await wait(pause)
      job = await client.feeds.progress.query({ id: job.id }).catch((error: unknown) => {
        throw isLost(error) ? new CliFailure('cli.feed.lost') : error
      })
    }
    return job
  } finally {
    forget()
    progress.clear()
  }
}

/**
 * Return the result of a run that was refused as a whole: its counts are those of a dry run, and nothing was applied.
 */
const asRefused = (result: FeedResult): FeedResult => ({
  ...result,
  dryRun: false,
  created: 0,
  updated: 0,
  transitions: [],
})

/** Print the result of a feed; its questions only if the refusal does not name them. */
function sayResult(result: FeedResult, asks: boolean, terminal: Terminal): void {
  const { language, say } = terminal
  sayTable(feedCounts.map((name) => [say(`cli.feed.${name}`), String(result[name])]))
  sayStateChanges(result.transitions, language)
  sayTransfers(result, terminal)
  for (const { client, month, issuedAt, machines } of result.issued ?? [])
    warn(
      word(language, 'feed.issuedChanged', {
        client,
        month,
        issued: plainTime(issuedAt),
        count: machines,
        date: result.businessDate,
      }),
    )
  // Leave out sites that the feed does not contain: `--json` lists them all.
  for (const { site, reported, expected, status, absentOffline, absentKept } of result.coverage)
    if (status !== 'complete' && absentOffline + absentKept > 0)
      remark(say('cli.feed.coverage', { site, reported, expected, offline: absentOffline, kept: absentKept }))
  const coverage = coverageNote(result)
  if (coverage) (coverage.caution ? warn : remark)(word(language, coverage.word, { sites: coverage.sites.join(', ') }))
  if (result.ignoredColumns.length > 0) remark(say('cli.feed.ignored', { columns: result.ignoredColumns.join(', ') }))
  if (result.headerLine !== undefined) remark(word(language, 'feed.headerLine', { line: result.headerLine }))
  if (result.localTimes !== undefined)
    remark(word(language, 'feed.localTimes', { count: result.localTimes, zone: result.timeZone ?? '' }))
  const { oddSerials: odd } = result
  if (odd)
    warn(
      word(language, 'feed.oddSerials', {
        count: odd.count,
        patterns: odd.patterns.join(', '),
        examples: odd.examples.join(', '),
      }),
    )
  if (result.telemetry === false) warn(word(language, 'feed.noTelemetry'))
  for (const { line, serial, text } of result.errors.slice(0, shownErrors)) warnOfLine(terminal, line, serial, text)
  if (result.errorCount > shownErrors) warn(say('cli.feed.more', { count: result.errorCount - shownErrors }))
  for (const { kind, text } of asks ? (result.questions ?? []) : []) warn(say('cli.feed.question', { kind, text }))
  if (result.dryRun) print(say('cli.feed.dry', { date: result.businessDate }))
  else if (result.batchId !== null) print(say('cli.feed.date', { date: result.businessDate, batch: result.batchId }))
}

/** Send a feed, show its progress on a terminal, and print its result. */
export async function runFeed(client: Client, input: StartInput, json: boolean, terminal: Terminal): Promise<void> {
  const job = await follow(client, await client.feeds.start.mutate(input), terminal)
  if (job.phase === 'cancelled') throw new CliFailure('cli.cancelled', {}, exitCodes.interrupted)
  if (!job.result)
    throw new CliFailure(
      'cli.said',
      { line: job.error?.message ?? '' },
      wrongInput.has(job.error?.code ?? '') ? exitCodes.wrongUse : undefined,
    )
  const result = job.result.dryRun && input.dryRun !== true ? asRefused(job.result) : job.result
  if (json) sayJson(await zoned(client, result))
  else sayResult(result.issued ? await zoned(client, result) : result, input.dryRun === true, terminal)
  if (job.phase === 'failed') throw new CliFailure('cli.said', { line: job.error?.message ?? '' })
  // A dry run of a strict feed ends as the feed itself would.
  if (input.strict && job.result.refused > 0)
    throw new CliFailure('cli.said', {
      line: word(terminal.language, 'error.feedRefused', { count: job.result.refused }),
    })
  if (job.result.read > 0 && job.result.refused === job.result.read) throw new CliFailure('cli.feed.allRefused')
}
