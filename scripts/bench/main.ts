import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#tests/support/build.ts'
import { createBench, type Figure } from './bench.ts'
import { measures } from './measures.ts'
import { keeps, printTable } from './table.ts'

const usage = `npm run bench -- [--devices 100000] [--days 365] [--raw-days 2] [--seconds 20] [--keep FOLDER] [--procedures charts.,traces.find] [--only ${measures.map((measure) => measure.name).join(',')}] [--json]`
const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '100000' },
    days: { type: 'string', default: '365' },
    'raw-days': { type: 'string', default: '2' },
    seconds: { type: 'string', default: '20' },
    keep: { type: 'string' },
    procedures: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const only = values.only?.split(',') ?? measures.map((measure) => measure.name)
const unknown = only.filter((name) => !measures.some((measure) => measure.name === name))
const [devices, days, rawDays, seconds] = [values.devices, values.days, values['raw-days'], values.seconds].map(
  Number,
) as [number, number, number, number]
if (unknown.length > 0 || ![devices, days, rawDays, seconds].every((value) => Number.isInteger(value) && value > 0)) {
  console.error(
    `${unknown.length > 0 ? `unknown measure ${unknown.join(', ')}` : 'sizes are whole numbers above 0'}\n${usage}`,
  )
  process.exit(2)
}

ensureBuilt()
const log = (message: string) => process.stderr.write(`${message}\n`)
const bench = createBench(
  { devices, days, rawDays, seconds, keep: values.keep ?? null, procedures: values.procedures?.split(',') ?? null },
  log,
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const figures: Figure[] = []
let broken = 0
try {
  for (const measure of measures.filter(({ name }) => only.includes(name))) {
    log(`— ${measure.name}`)
    try {
      figures.push(...(await measure.run(bench)))
    } catch (error) {
      broken += 1
      log(`${measure.name} broke off: ${error instanceof Error ? error.stack : String(error)}`)
    }
    await bench.rest()
  }
} finally {
  await bench.close()
}
const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`
if (values.json) console.log(JSON.stringify({ machine, devices, days, figures }))
else printTable(machine, figures)
const over = figures.filter((figure) => figure.binding && keeps(figure) === false)
if (over.length > 0) log(`${over.length} figures are over a limit that binds`)
process.exit(broken > 0 || over.length > 0 ? 1 : 0)
