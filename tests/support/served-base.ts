import { connect } from 'node:net'
import { afterEach, beforeEach } from 'vitest'
import { useDatabase } from './database.ts'
import { startWholeServer, type WholeServer, type WholeServerOptions } from './whole-server.ts'

/** A test that reads a connection to its end fails soon when the server keeps it open. */
const deadlines = { idleMs: 2_000 }

/** Provide all APIs over the database of the file, restarted before each test. */
export function useServedBase() {
  const base = useDatabase({ emptied: 'file' })
  const made = {} as { server: WholeServer }

  const restart = async (options: WholeServerOptions = {}) => {
    await made.server.stop()
    made.server = await startWholeServer(base, { deadlines, ...options })
  }
  const get = (path: string, init?: RequestInit) => fetch(`${made.server.url}${path}`, init)

  /** Send bytes unchanged and return the first line of the response. */
  const raw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(made.server.url)
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''))
      socket.on('error', reject)
    })

  beforeEach(async () => {
    made.server = await startWholeServer(base, { deadlines })
  })
  afterEach(() => made.server.stop())
  return { get, restart, raw, made, base }
}
