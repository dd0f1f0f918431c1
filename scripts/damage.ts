import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#tests/support/build.ts'
import { diskKinds, keyKinds } from '#tests/support/damage/disks.ts'
import { backupKinds, fileKinds, makeWhole, snapshotKinds, versionKinds } from '#tests/support/damage/embedded.ts'
import { type Row, run } from '#tests/support/damage/kinds.ts'
import { startHouse } from '#tests/support/damage/postgres.ts'

/** Damages the built product in every way we know, once each, and follows the way back that it names: `npx tsx scripts/damage.ts --only keys`. */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
ensureBuilt()
const root = mkdtempSync(join(tmpdir(), 'coldfleet-damage-'))
const rows: Row[] = []
console.log('| kind | what is said | outcome | way back | rows back |\n|---|---|---|---|---|')
let house: Awaited<ReturnType<typeof startHouse>> | null = null
try {
  const whole = await makeWhole(root)
  house = await startHouse(root)
  const kinds = [
    ...fileKinds(whole),
    ...snapshotKinds(whole),
    ...backupKinds(whole),
    ...versionKinds(whole),
    ...keyKinds(whole),
    ...diskKinds(whole),
    ...house.kinds,
  ]
  for (const kind of kinds.filter((each) => each.kind.includes(values.only))) {
    const row = await run(kind)
    rows.push(row)
    const cells = row.problem === null ? [row.says, row.outcome, row.way, row.back] : [`PROBLEM: ${row.problem}`, '', '', '']
    console.log(`| ${[row.kind, ...cells].join(' | ').replaceAll(`${root}/`, '').replaceAll('\n', ' ')} |`)
  }
} finally {
  await house?.stop()
  rmSync(root, { recursive: true, force: true })
}
const problems = rows.filter(({ problem }) => problem !== null)
console.log(`${rows.length} kinds, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)
