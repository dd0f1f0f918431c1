import pg from 'pg'
import { launchPostgres, type Postgres, postgresUser } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/unprivileged.ts'

export type Standby = Postgres & {
  /** Keep receiving the primary's writes, but show none of them until `resumeReplay`. */
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  /** Show each commit this many milliseconds late. */
  delayReplay(milliseconds: number): Promise<void>
}

/** Run statements one by one, each on its own, as a superuser. */
export async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const slot = 'coldfleet_standby'

/**
 * Start a streaming replica of a running server, on the same machine; a slot keeps the log that it misses while it is
 * down.
 */
export async function startStandby(
  primary: Postgres,
  { port, settings = {} }: { port?: number; settings?: Record<string, string> } = {},
): Promise<Standby> {
  const standby = await launchPostgres({
    port: port ?? (await freePort()),
    settings,
    fill: (data, run) => {
      const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', postgresUser]
      run('pg_basebackup', [
        '-D',
        data,
        ...from,
        '-R',
        '-C',
        '-S',
        slot,
        '-X',
        'stream',
        '--checkpoint=fast',
        '--no-sync',
      ])
    },
  })
  const tell = (...statements: readonly string[]) => administer(standby.url(), ...statements)
  return {
    ...standby,
    get pid() {
      return standby.pid
    },
    pauseReplay: () => tell('select pg_wal_replay_pause()'),
    resumeReplay: () => tell('select pg_wal_replay_resume()'),
    delayReplay: (milliseconds) =>
      tell(`alter system set recovery_min_apply_delay = ${Math.round(milliseconds)}`, 'select pg_reload_conf()'),
  }
}
