import { request } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createJobs } from '#server/services/jobs/jobs.ts'
import { testNow } from './context.ts'
import { useDatabase } from './database.ts'
import { buildHeadquarters } from './factories.ts'
import { startWholeServer, type WholeServer } from './whole-server.ts'

export type Sent = { method?: string; path: string; body?: string; type?: string; headers?: Record<string, string> }

/** Provide a server, and the response of its tRPC API to a raw request. */
export function useTrpcDoor() {
  const database = useDatabase({ emptied: 'file' })
  const made = {} as { server: WholeServer }
  beforeAll(async () => {
    await buildHeadquarters(database.db)
    const jobs = createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null })
    made.server = await startWholeServer(database, { services: { jobs } })
  })
  afterAll(() => made.server.stop())
  type Shape = { message: string; code: number; data: { code: string; httpStatus: number; appCode: string } }
  type Answer = { status: number; type: string; errors: Shape[] }

  /** Send paths unchanged, which fetch would normalize. */
  const send = ({
    path,
    body,
    method = body === undefined ? 'GET' : 'POST',
    type = 'application/json',
    headers = {},
  }: Sent): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(made.server.url)
      const given = { 'x-token': 'terminal', 'x-locale': 'en', ...(type ? { 'content-type': type } : {}), ...headers }
      const sent = request(
        { hostname, port, agent: false, method, path: `/trpc/${path}`, headers: given },
        (answer) => {
          let text = ''
          answer.on('data', (piece) => {
            text += piece
          })
          answer.on('end', () => {
            const answered = [JSON.parse(text)].flat() as { error: Shape }[]
            resolve({
              status: answer.statusCode ?? 0,
              type: answer.headers['content-type'] ?? '',
              errors: answered.map(({ error }) => error),
            })
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  return { send, made }
}
