import { parseArgs } from 'node:util'
import { tryAcross } from '#tests/support/cluster/across.ts'
import { type Cluster, clusterAdmin, startCluster } from '#tests/support/cluster/cluster.ts'
import { prepareTrial, runTrial, type TrialStaff } from '#tests/support/cluster/trial.ts'

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '3' },
    proxy: { type: 'string', default: 'nginx' },
    port: { type: 'string' },
    trial: { type: 'string' },
    people: { type: 'string', default: '12' },
    demo: { type: 'boolean', default: false },
  },
})
if (values.proxy !== 'nginx' && values.proxy !== 'haproxy') throw new Error('--proxy is nginx or haproxy')
let staff: TrialStaff | null = null

// Handled from the first moment, and each time: an aborted start leaves nothing behind, and a wrapper may send the
// signal twice.
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => interruption.abort(new Error(`interrupted by ${signal}`)))
/** Ctrl-C or SIGTERM. */
const told = () =>
  new Promise<void>((resolve) => {
    if (interruption.signal.aborted) resolve()
    interruption.signal.addEventListener('abort', () => resolve())
  })

const cluster = await startCluster({
  processes: Number(values.processes),
  proxy: values.proxy,
  ...(values.port === undefined ? {} : { firstPort: Number(values.port) }),
  environment: { DEMO: values.demo ? '1' : '0' },
  log: (line) => console.log(line),
  signal: interruption.signal,
  ...(values.trial === undefined
    ? {}
    : {
        prepare: async (databaseUrl) => {
          staff = await prepareTrial(databaseUrl, Number(values.people))
        },
      }),
}).catch((error: unknown) => {
  if (!interruption.signal.aborted) throw error
  console.log(`given up during the start, ${interruption.signal.reason.message}`)
  process.exit(130)
})

async function trial(cluster: Cluster, staff: TrialStaff): Promise<boolean> {
  const problems = await tryAcross(cluster, staff, (line) => console.log(line))
  for (const problem of problems) console.log(`  ${problem}`)
  const { requests, seconds, errors, stale, reads } = await runTrial(cluster, staff, Number(values.trial), (line) =>
    console.log(line),
  )
  for (const problem of [...errors, ...stale].slice(0, 40)) console.log(`  ${problem}`)
  const rate = Math.round(requests / seconds)
  console.log(
    `${requests} requests in ${seconds.toFixed(1)} s (${rate} a second): ${errors.length} errors, ${stale.length} reads older than an own write`,
  )
  console.log(
    `statements that the replica may answer: ${reads.replica} by the replica, ${reads.primary} by the primary`,
  )
  return problems.length + errors.length + stale.length === 0
}

let passed = true
if (staff) passed = await Promise.race([trial(cluster, staff), told().then(() => false)])
else {
  console.log(`sign in as ${clusterAdmin.user}, password ${clusterAdmin.password}; Ctrl-C ends everything`)
  await told()
}
console.log(`stopped: ${(await cluster.stop()).join(', ')}`)
process.exit(passed ? 0 : 1)
