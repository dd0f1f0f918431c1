import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#tests/support/build.ts'
import { crashRounds } from '#tests/support/crash-rounds.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { stopRounds } from '#tests/support/stop-rounds.ts'

/** Kill the product during its feeds (`--rounds`, on each engine), or stop PostgreSQL under it (`--stops`). */
const { values } = parseArgs({
  options: { rounds: { type: 'string' }, devices: { type: 'string', default: '5000' }, stops: { type: 'string' } },
})
const stops = Number(values.stops ?? 0)
const rounds = Number(values.rounds ?? (stops > 0 ? 0 : 20))
const devices = Number(values.devices)
const problems: string[] = []
// Servers from the build start in half the time.
ensureBuilt()
process.env.TEST_BUILT = '1'

for (const engine of rounds > 0 ? (['embedded', 'PostgreSQL'] as const) : []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-crash-'))
  const postgres = engine === 'PostgreSQL' ? await startPostgres({ durable: true }) : null
  console.log(`${engine}, ${rounds} rounds, ${devices} devices`)
  const report = await crashRounds({
    rounds,
    devices,
    databaseUrl: postgres?.url() ?? null,
    dataDir,
    log: (line) => console.log(`  ${line}`),
  })
  console.log(
    `  ${report.acknowledged} feeds applied, ${report.interrupted} of ${rounds} kills met a feed on its way, ${report.problems.length} problems`,
  )
  problems.push(...report.problems)
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
if (stops > 0) {
  const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-stops-'))
  const postgres = await startPostgres({ durable: true })
  console.log(`PostgreSQL ${postgres.version}, ${stops} stops`)
  const report = await stopRounds({ stops, postgres, dataDir, log: (line) => console.log(`  ${line}`) })
  const { acknowledged, lost, doubled, refusals, slowestReturnMs } = report
  console.log(
    `  ${acknowledged} drafts acknowledged, ${lost} lost, ${doubled} doubled; answers meanwhile ${JSON.stringify(refusals)}; back within ${slowestReturnMs} ms`,
  )
  for (const problem of report.problems.slice(0, 20)) console.log(`  ${problem}`)
  problems.push(...report.problems, ...(lost + doubled > 0 ? ['drafts lost or doubled'] : []))
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(problems.length > 0 ? 1 : 0)
