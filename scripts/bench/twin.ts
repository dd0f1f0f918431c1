import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Twin = { url: string; stop(): void }

/** Start the bare twin on a database and wait until it listens. */
export async function startTwin(databaseUrl: string, company: number, totals: 'count' | 'counters'): Promise<Twin> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/bare-twin.ts'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, COMPANY: String(company), TOTALS: totals },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  return { url: first.toString().trim(), stop }
}
