import { createTRPCClient, httpLink } from '@trpc/client'
import type { Random } from '#server/demo/random.ts'
import type { AppRouter } from '#server/router.ts'

/** Data shared by the sessions of a trial. */
export type TrialShared = {
  url: string
  deviceId: number
  /** The base of the machine. */
  baseId: number
  /** Count a request by its result; null = the expected response. */
  count(problem: string | null): void
  /** Count a read that lacks an earlier write of its own session. */
  stale(what: string): void
  random: Random
}

type Client = ReturnType<typeof clientOf>
type Draft = { id: number; name: string; rowVersion: number }
/** One signed-in user with a record of the user's own writes. */
type Session = { client: Client; shared: TrialShared; name: string; written: number; drafts: Draft[] }

/** Each call is one request, through either API; any response other than success is a problem. */
function clientOf(shared: TrialShared, token: string) {
  const headers = { authorization: `cat ${token}`, 'accept-language': 'en' }
  const counted: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname
    try {
      const answer = await fetch(input, init)
      const text = answer.ok
        ? null
        : `${path} answered ${answer.status}: ${(await answer.clone().text()).slice(0, 200)}`
      shared.count(text)
      return answer
    } catch (error) {
      shared.count(`${path}: ${error instanceof Error ? String(error.cause ?? error.message) : String(error)}`)
      throw error
    }
  }
  const rest = async (path: string, body: unknown = {}) => {
    const answer = await counted(`${shared.url}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { code, message } = (await answer.json()) as { code: number; message: string }
    if (answer.ok && code !== 200) shared.count(`${path} answered code ${code}: ${message}`)
  }
  return {
    rest,
    trpc: createTRPCClient<AppRouter>({ links: [httpLink({ url: `${shared.url}/trpc`, headers, fetch: counted })] }),
  }
}

const newestFirst = { page: 1, size: 100, orderColumn: 'createTime', orderWay: 'desc' } as const
const nextName = (session: Session) => {
  session.written += 1
  return `${session.name}-${session.written}`
}

/** Check that the list of own drafts is exactly what this session has left, in the newest wording. */
async function readDrafts(session: Session): Promise<void> {
  const { data, totalCount } = await session.client.trpc.projects.find.query(newestFirst)
  if (totalCount !== session.drafts.length)
    session.shared.stale(`${session.name}: ${totalCount} drafts instead of ${session.drafts.length}`)
  for (const draft of session.drafts) {
    const row = data.find(({ id }) => id === draft.id)
    if (row?.name !== draft.name)
      session.shared.stale(
        `${session.name}: draft ${draft.id} is called ${row?.name ?? '(missing)'} instead of ${draft.name}`,
      )
  }
}

async function saveDraft(session: Session): Promise<void> {
  const { id, name, rowVersion } = await session.client.trpc.projects.save.mutate({ name: nextName(session) })
  session.drafts.push({ id, name: name ?? '', rowVersion })
  await readDrafts(session)
  await session.client.trpc.projects.get.query({ id })
}

async function renameDraft(session: Session): Promise<void> {
  const draft = session.drafts.at(-1)
  if (!draft) return saveDraft(session)
  const { name, rowVersion } = await session.client.trpc.projects.update.mutate({
    id: draft.id,
    rowVersion: draft.rowVersion,
    project: { name: nextName(session) },
  })
  Object.assign(draft, { name, rowVersion })
  await readDrafts(session)
}

async function removeDraft(session: Session): Promise<void> {
  const draft = session.drafts[0]
  if (!draft) return saveDraft(session)
  await session.client.trpc.projects.delete.mutate({ id: draft.id })
  session.drafts.shift()
  await readDrafts(session)
}

async function comment({ client, shared, name }: Session): Promise<void> {
  const on = { targetKind: 'device', classId: shared.deviceId } as const
  const { id } = await client.trpc.comments.save.mutate({ ...on, content: name })
  const { data } = await client.trpc.comments.find.query({ ...on, page: 1, size: 100 })
  if (!data.some((row) => row.id === id)) shared.stale(`${name}: comment ${id} is missing`)
}

async function makeClient(session: Session): Promise<void> {
  const name = nextName(session)
  const { id } = await session.client.trpc.clients.save.mutate({ name, companyId: session.shared.baseId })
  const { data } = await session.client.trpc.clients.find.query({ name, page: 1, size: 10 })
  if (!data.some((row) => row.id === id)) session.shared.stale(`${session.name}: client ${id} is missing`)
}

/** Run the reads of an office day: counts, lists, charts. */
async function look({ client, shared }: Session): Promise<void> {
  await client.trpc.charts.overview.query({})
  await client.rest('/device/find/', { page: 1, size: 20 })
  await client.rest('/data/getStackBarByState', { reservePeriod: 'day' })
  await client.rest(shared.random.chance(0.5) ? '/repairDaily/find' : '/machine/find', { page: 1, size: 10 })
  await client.trpc.cities.names.query()
}

const steps = [look, saveDraft, renameDraft, removeDraft, comment, makeClient] as const
const weights = [4, 3, 3, 2, 2, 1] as const

export const openSession = (shared: TrialShared, token: string, name: string): Session => ({
  client: clientOf(shared, token),
  shared,
  name,
  written: 0,
  drafts: [],
})

/**
 * Run one user action of a few requests, each after the response to the previous one. A failed request has already been
 * counted.
 */
export async function takeStep(session: Session): Promise<void> {
  const step = steps[session.shared.random.weighted(weights)] ?? look
  await step(session).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'TRPCClientError') throw error
  })
}
