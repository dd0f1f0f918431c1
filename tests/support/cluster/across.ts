import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { AppRouter } from '#server/router.ts'
import type { JobProgress } from '#shared/feed.ts'
import type { Cluster } from './cluster.ts'
import type { TrialStaff } from './trial.ts'

const lines = 20_000
const followedEveryMs = 25
const mostMs = 120_000

type Client = ReturnType<typeof clientAt>
const clientAt = (url: string, token: string) =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/trpc`, headers: { authorization: `cat ${token}`, 'accept-language': 'en' } })],
  })
const isOver = ({ phase }: JobProgress) => phase === 'done' || phase === 'failed' || phase === 'cancelled'

/** A feed of new machines. */
const feedOf = (prefix: string) => ({
  devices: Array.from({ length: lines }, (_, index) => ({
    serial: `${prefix}${String(index).padStart(6, '0')}`,
    type: 'T30',
    hashRate: 30,
    activeWorkerState: 'yes',
  })),
})

/** Return the progress of a job reported by a process until its end, without repetitions. */
async function follow(client: Client, id: string): Promise<JobProgress[]> {
  const seen: JobProgress[] = []
  for (const deadline = Date.now() + mostMs; Date.now() < deadline; await wait(followedEveryMs)) {
    const step = await client.feeds.progress.query({ id })
    const last = seen.at(-1)
    if (!last || last.phase !== step.phase || last.done !== step.done) seen.push(step)
    if (isOver(step)) break
  }
  return seen
}

/** Follow a feed begun through the proxy from every process, and compare their reports. */
async function followEverywhere(
  proxy: Client,
  processes: readonly Client[],
  companyId: number,
  log: (line: string) => void,
): Promise<string[]> {
  const { id } = await proxy.feeds.start.mutate({ ...feedOf('ACROSS'), companyId, confirm: ['new-machines'] })
  const told = await Promise.all(processes.map((client) => follow(client, id)))
  const ends = told.map((steps) => steps.at(-1))
  log(
    `a feed of ${lines} lines, followed from each process: ${told.map((steps) => `${steps.length} steps to ${steps.at(-1)?.phase}`).join(', ')}`,
  )
  const problems = told.flatMap((steps, index) =>
    steps.at(-1)?.phase === 'done' && steps.length > 1
      ? []
      : [`process ${index + 1} tells ${JSON.stringify(ends[index])} of the feed`],
  )
  const isOne = ends.every((end) => isDeepStrictEqual(end, ends[0]))
  return isOne ? problems : [...problems, 'the processes tell different ends of one feed']
}

/** Cancel a feed at a process that may not be the one that runs it, and check that nothing was applied. */
async function cancelElsewhere(
  proxy: Client,
  processes: readonly Client[],
  companyId: number,
  log: (line: string) => void,
): Promise<string[]> {
  const problems: string[] = []
  for (const [index, client] of processes.entries()) {
    const { id } = await proxy.feeds.start.mutate({ ...feedOf(`NEVER${index}X`), companyId, confirm: ['new-machines'] })
    await client.feeds.cancel.mutate({ id })
    const told = await Promise.all(processes.map((each) => follow(each, id)))
    const phases = told.map((steps) => steps.at(-1)?.phase)
    const { totalCount } = await client.devices.find.query({ page: 1, size: 1, serial: `NEVER${index}X` })
    log(`a feed ended at process ${index + 1}: told as ${phases.join(', ')}, ${totalCount} of its machines kept`)
    if (phases.some((phase) => phase !== 'cancelled') || totalCount > 0)
      problems.push(
        `a feed ended at process ${index + 1} is told as ${phases.join(', ')} and left ${totalCount} machines`,
      )
  }
  return problems
}

/** Create a client at one process, and give it a sub-account at the next one, at once. */
async function ownElsewhere(
  processes: readonly Client[],
  companyId: number,
  log: (line: string) => void,
): Promise<string[]> {
  const problems: string[] = []
  let made = 0
  for (let round = 0; round < 4; round += 1) {
    for (const [index, client] of processes.entries()) {
      const owner = await client.clients.save.mutate({ name: `across ${round} ${index}`, companyId })
      const next = processes[(index + 1) % processes.length]
      const account = await next?.accounts.save
        .mutate({ name: `of ${owner.id}`, clientId: owner.id })
        .catch((error: unknown) => String(error))
      if (typeof account === 'string')
        problems.push(`a client of process ${index + 1} is refused as an owner at the next one: ${account}`)
      else made += 1
    }
  }
  log(`${made} clients made at one process, each an owner at the next one`)
  return problems
}

/** Check that every process knows what another one begins. @returns the differences */
export async function tryAcross(
  cluster: Cluster,
  { tokens, baseId }: TrialStaff,
  log: (line: string) => void,
): Promise<string[]> {
  const [token = ''] = tokens
  const proxy = clientAt(cluster.url, token)
  const processes = cluster.servers.map(({ url }) => clientAt(url, token))
  return [
    ...(await followEverywhere(proxy, processes, baseId, log)),
    ...(await cancelElsewhere(proxy, processes, baseId, log)),
    ...(await ownElsewhere(processes, baseId, log)),
  ]
}
