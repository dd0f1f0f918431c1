import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#tests/support/build.ts'
import { diskKinds, keyKinds } from '#tests/support/damage/disks.ts'
import {
  backupKinds,
  fileKinds,
  makeWhole,
  snapshotKinds,
  versionKinds,
  type Whole,
} from '#tests/support/damage/embedded.ts'
import { type Kind, type Row, run } from '#tests/support/damage/kinds.ts'
import { startHouse } from '#tests/support/damage/postgres.ts'

/**
 * Damage the built product in every known way, once each, and follow its own recovery advice: `npx tsx
 * scripts/damage.ts --only keys`.
 */
const embeddedKinds = (whole: Whole): Kind[] =>
  [fileKinds, snapshotKinds, backupKinds, versionKinds, keyKinds, diskKinds].flatMap((kindsOf) => kindsOf(whole))
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
ensureBuilt()
const root = mkdtempSync(join(tmpdir(), 'coldfleet-damage-'))
const rows: Row[] = []
console.log('| kind | what is said | outcome | way back | rows back |\n|---|---|---|---|---|')
let house: Awaited<ReturnType<typeof startHouse>> | null = null
try {
  // Each engine is prepared only for its own cases.
  const onServerAlone = values.only.startsWith('PostgreSQL')
  const kinds = onServerAlone ? [] : embeddedKinds(await makeWhole(root))
  if (onServerAlone || values.only === '') {
    house = await startHouse(root)
    kinds.push(...house.kinds)
  }
  for (const kind of kinds.filter((each) => each.kind.includes(values.only))) {
    const row = await run(kind)
    rows.push(row)
    for (const name of readdirSync(root))
      if (name.startsWith('copy-')) rmSync(join(root, name), { recursive: true, force: true })
    const cells =
      row.problem === null ? [row.says, row.outcome, row.way, row.back] : [`PROBLEM: ${row.problem}`, '', '', '']
    console.log(`| ${[row.kind, ...cells].join(' | ').replaceAll(`${root}/`, '').replaceAll('\n', ' ')} |`)
  }
} finally {
  await house?.stop()
  rmSync(root, { recursive: true, force: true })
}
const problems = rows.filter(({ problem }) => problem !== null)
console.log(`${rows.length} kinds, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)
