import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { crashRounds } from '#tests/support/crash-rounds.ts'
import { startPostgres } from '#tests/support/postgres.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' }, devices: { type: 'string', default: '5000' } } })
const rounds = Number(values.rounds)
const devices = Number(values.devices)
const problems: string[] = []

for (const engine of ['embedded', 'PostgreSQL'] as const) {
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-crash-'))
  const postgres = engine === 'PostgreSQL' ? await startPostgres({ durable: true }) : null
  console.log(`${engine}, ${rounds} rounds, ${devices} devices`)
  const report = await crashRounds({ rounds, devices, databaseUrl: postgres?.url() ?? null, dataDir, log: (line) => console.log(`  ${line}`) })
  console.log(`  ${report.acknowledged} feeds applied, ${report.interrupted} of ${rounds} kills met a feed on its way, ${report.problems.length} problems`)
  problems.push(...report.problems)
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(problems.length > 0 ? 1 : 0)
