import type { Logger } from 'pino'
import { messageOf } from '#shared/errors.ts'
import { type App, openApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { ConfigError, problemOf } from './config-error.ts'
import { isWithoutUsers } from './demo/load.ts'
import { demoPassword, demoUsers } from './demo/users.ts'
import { createAlertClock } from './features/alerts/clock.ts'
import { growUsually } from './heap.ts'
import { headersOf } from './http/headers.ts'
import { createHttp } from './http.ts'
import type { Beat } from './jobs/beat.ts'
import { keepHistory } from './jobs/history.ts'
import { liveTick } from './jobs/live.ts'
import { startOutbox } from './jobs/outbox.ts'
import { startPuller } from './jobs/pull.ts'
import { type Scheduler, startScheduler } from './jobs/scheduler.ts'
import { startSchedules } from './jobs/schedules.ts'
import { snapshotOfTheDay } from './jobs/snapshots.ts'
import { createLogger } from './logger.ts'
import { type Serving, serve, tryAddress } from './serve.ts'
import { isLocalHost } from './services/sender-address.ts'
import { startError } from './start-error.ts'
import { stopInOrder } from './stop-in-order.ts'

growUsually()

const hardStopMs = 20_000
const sameWishMs = 250
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Print one clear message and exit with 1. */
function refuse(error: unknown): never {
  process.stderr.write(`${startError(error)}\n`)
  process.exit(1)
}

async function demoIsThere(app: App): Promise<boolean> {
  if (app.demoLoaded) return true
  const names = demoUsers.map(({ userName }) => userName)
  const found = await app.db.selectFrom('app_user').select('user_name').where('user_name', 'in', names).execute()
  return found.length === names.length
}

async function greet(app: App, url: string): Promise<void> {
  say(`\nColdfleet answers at ${url}`)
  if (await demoIsThere(app))
    say(`Demonstration accounts: ${demoUsers.map(({ userName }) => userName).join(', ')} · password ${demoPassword}\n`)
  else if (await isWithoutUsers(app.db))
    say(
      'Nobody can sign in yet: set ADMIN_USER and ADMIN_PASSWORD and start again, or add people with "coldfleet users seed --file users.csv"\n',
    )
}

type Running = { app: App; serving: Serving; scheduler: Scheduler; outbox: Beat; schedules: Beat; puller: Beat }
type Stopping = {
  /** Aborted by the first SIGTERM or SIGINT. */
  signal: AbortSignal
  /** Register what a signal must stop; stops it at once when a signal has arrived already. */
  serve(running: Running): void
}

/**
 * Handle SIGTERM and SIGINT: report "not ready" at once, let requests finish, exit 0; a second signal or 20 s force the
 * exit. Before the server answers, a signal aborts the start.
 */
function stopOnSignal(logger: Logger, { databaseUrl }: Config): Stopping {
  const stopRequest = new AbortController()
  let running: Running | null = null
  let signalledAt = 0
  const stop = async ({ app, serving, scheduler, outbox, schedules, puller }: Running) => {
    await stopInOrder({ serving, scheduler, outbox, schedules, puller, jobs: app.services.jobs, close: app.close })
    logger.info('stopped')
    process.exit(0)
  }
  const onSignal = (signal: string) => {
    // npm forwards Ctrl-C to a process that has received it from the terminal already: treat both as one signal.
    if (signalledAt > 0 && Date.now() - signalledAt < sameWishMs) return
    if (signalledAt > 0) process.exit(1)
    signalledAt = Date.now()
    logger.info(
      { signal },
      running ? 'stopping: requests in flight are finished first' : 'stopping before the server is ready',
    )
    setTimeout(() => {
      logger.fatal('stopping took too long')
      process.exit(1)
    }, hardStopMs).unref()
    stopRequest.abort()
    if (running) void stop(running)
    // No local resource is held, and the database server rolls back open transactions.
    else if (databaseUrl !== null) process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  return {
    signal: stopRequest.signal,
    serve(begun) {
      running = begun
      if (stopRequest.signal.aborted) void stop(begun)
    },
  }
}

/** End the process at an error that nothing has caught: its state is unknown. */
function endOnDefect(logger: Logger): void {
  const end = (error: unknown, message: string) => {
    logger.fatal({ err: error }, message)
    process.exit(1)
  }
  process.on('uncaughtException', (error) => end(error, 'uncaught exception'))
  process.on('unhandledRejection', (error) => end(error, 'unhandled rejection'))
}

/** Start the work that no request starts: the daily tasks, messages, schedules, and the fetching of feeds. */
function startWork(
  app: App,
  config: Config,
  logger: Logger,
): Pick<Running, 'scheduler' | 'outbox' | 'schedules' | 'puller'> {
  const { services } = app
  const { storage, archive, places } = services
  const db = app.database.jobsDb
  const clock = () => new Date()
  return {
    scheduler: startScheduler({
      db,
      config,
      snapshot: (now, signal) => snapshotOfTheDay(db, { config, logger, now, signal }),
      history: (now, signal) => keepHistory(db, { config, logger, now, signal, archive, storage }),
      alerts: createAlertClock({ db, timeZone: config.timeZone }).tick,
      live: liveTick({ db, config }, logger),
      storage,
      archive,
      clock,
      logger,
    }),
    outbox: startOutbox({ db, services, places, config, logger, clock }),
    schedules: startSchedules({ db, config, services, clock }),
    puller: startPuller({ db, config, services, clock }),
  }
}

async function start(config: Config): Promise<void> {
  const logger = createLogger(config)
  endOnDefect(logger)
  const cannotListen = (error: unknown) => {
    const address = `${config.host}:${config.port}`
    throw new ConfigError([problemOf('HOST, PORT', 'setting.listen', { address, said: messageOf(error) })])
  }
  const stopping = stopOnSignal(logger, config)
  const { signal } = stopping
  const opening = openApp(config, {
    what: 'coldfleet server',
    logger,
    signal,
    check: () => tryAddress(config).catch(cannotListen),
  })
  const app = await opening.catch((error: unknown) => {
    if (!signal.aborted) throw error
    logger.info('stopped')
    return process.exit(0)
  })
  let scheduler: Scheduler | null = null
  const doubt = () => scheduler?.doubt() ?? null
  const http = createHttp(app, { draining: () => signal.aborted, doubt })
  const serving = await serve(http, { ...config, headers: headersOf(config).plain }).catch(async (error: unknown) => {
    await app.close()
    return cannotListen(error)
  })
  app.announce(serving.url)
  const work = startWork(app, config, logger)
  scheduler = work.scheduler
  stopping.serve({ app, serving, ...work })
  if (signal.aborted) return
  logger.info({ url: serving.url, engine: app.engine }, 'ready')
  if (!isLocalHost(config.host) && config.trustProxy === 0)
    logger.warn(
      'other machines reach this address without TLS, passwords included: put a TLS proxy in front and set TRUST_PROXY',
    )
  // The server answers already, so a failed query must not end the process: no database, full disk, closing.
  await greet(app, serving.url).catch((error: unknown) => {
    if (!signal.aborted) logger.warn({ err: error }, 'the demonstration accounts could not be looked up')
  })
  await app.tidy()
  await work.scheduler.tick()
}

try {
  await start(readConfig())
} catch (error) {
  refuse(error)
}
