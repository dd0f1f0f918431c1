import { parseArgs } from 'node:util'
import { powerCuts } from '#tests/support/power-cut/cuts.ts'

/** Cut the power while the embedded engine writes, repeatedly: `npx tsx scripts/power-cut.ts --cuts 200`. */
const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '200' },
    entries: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
  },
})
const plan = { cuts: Number(values.cuts), entries: Number(values.entries), seed: Number(values.seed), from: null }
const report = await powerCuts({ ...plan, log: (line) => console.log(`  ${line}`) })
console.log(
  `${report.cuts} cuts among ${report.steps} steps and ${report.syncs} syncs: ${report.whole} with every acknowledged write, ${report.restored} restored, ${report.problems.length} problems`,
)
for (const problem of report.problems) console.log(problem)
process.exit(report.problems.length > 0 ? 1 : 0)
