import type { Duplex } from 'node:stream'
import { makeFolder } from '#server/folders.ts'
import { startThread } from '#server/thread.ts'
import { EngineSocket } from './engine-socket.ts'
import { type ShortFinding, unwritable } from './store/damage.ts'
import type { WriteFailure } from './store/durable-files.ts'

export type WorkerStart = { directory: string | null; template: string | null }
export type ToWorker =
  | { kind: 'connect' }
  /** `begins`: this is the first statement of a transaction. */
  | { kind: 'query'; connection: number; bytes: Uint8Array; begins: boolean }
  | { kind: 'dump' }
  | { kind: 'close' }
export type FromWorker =
  | { kind: 'ready'; findings: ShortFinding[] }
  | { kind: 'failed'; reason: string; failure: WriteFailure | null }
  | { kind: 'done' }
  | { kind: 'data'; connection: number; bytes: Uint8Array; isLast: boolean }
  | { kind: 'dumped'; bytes: Uint8Array }
  | { kind: 'closed' }

/** The engine failed to start, for an internal reason. */
export class EngineStartError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'EngineStartError'
  }
}

export type EmbeddedEngine = {
  /**
   * Resolves with the damage that the engine itself finds. @throws EngineStartError, UnusableDatabaseError if the disk
   * refuses its writes
   */
  ready: Promise<ShortFinding[]>
  /** A socket for `pg`; only one may be open at a time, because the engine has one session. */
  connect(): Duplex
  /**
   * Number of waiting requests, the time (ms since 1970) of the engine's last response, and whether `maintain` runs.
   */
  progress(): { waiting: number; answeredAt: number; maintaining: boolean }
  /** Mark work that contains a long statement, such as a vacuum. */
  maintain<T>(work: () => Promise<T>): Promise<T>
  /** The whole store as a tar archive. */
  dump(): Promise<Uint8Array>
  /** Called once if the engine stops without `close`, or if its files become unreliable. */
  onFailure(listener: (error: Error) => void): void
  /** Stop the engine for a reason that it cannot detect itself. */
  fail(error: Error): void
  close(): Promise<void>
  /** Stop the engine without waiting for its statement: the next start rolls back uncommitted work. */
  abandon(): void
}

/**
 * Start the embedded PostgreSQL in its own thread.
 * @param start directory null = in memory; template = tar archive of a store to begin with
 */
export function startEmbedded(start: WorkerStart): EmbeddedEngine {
  if (start.directory !== null) makeFolder(start.directory)
  const worker = startThread('db/embedded-worker', { workerData: start })
  const failureListeners: ((error: Error) => void)[] = []
  let failure: Error | null = null
  let closing = false
  let abandoned: Promise<unknown> | null = null
  let waiting = 0
  let answeredAt = Date.now()
  let connections = 0
  let socket: { id: number; stream: EngineSocket } | null = null
  let onDumped: ((bytes: Uint8Array) => void) | null = null
  let onClosed: (() => void) | null = null

  const post = (message: ToWorker) => {
    if (waiting === 0) answeredAt = Date.now()
    waiting += 1
    worker.postMessage(message)
  }
  let maintaining = 0
  const maintain: EmbeddedEngine['maintain'] = async (work) => {
    maintaining += 1
    try {
      return await work()
    } finally {
      maintaining -= 1
    }
  }
  let settleReady: { resolve: (findings: ShortFinding[]) => void; reject: (error: Error) => void } | null = null
  const ready = new Promise<ShortFinding[]>((resolve, reject) => {
    settleReady = { resolve, reject }
  })
  ready.catch(() => undefined)

  const fail = (error: Error) => {
    if (failure || closing) return onClosed?.()
    failure = error
    settleReady?.reject(error)
    socket?.stream.destroy(new Error('Connection terminated unexpectedly', { cause: error }))
    for (const listener of failureListeners) listener(error)
  }
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the embedded database ended')))
  worker.on('message', (message: FromWorker) => {
    answeredAt = Date.now()
    if (message.kind === 'ready') settleReady?.resolve(message.findings)
    if (message.kind === 'failed')
      fail(
        message.failure
          ? unwritable(start.directory ?? '', message.failure.full)
          : new EngineStartError(message.reason),
      )
    if (message.kind === 'done' || (message.kind === 'data' && message.isLast)) waiting -= 1
    if (message.kind === 'data' && socket?.id === message.connection)
      socket.stream.answer(Buffer.from(message.bytes.buffer), message.isLast)
    if (message.kind === 'dumped') onDumped?.(message.bytes)
    if (message.kind === 'closed') onClosed?.()
  })

  return {
    ready,
    connect() {
      const id = ++connections
      const opened = async () => {
        await ready
        if (failure) throw failure
        if (id > 1) post({ kind: 'connect' })
      }
      const stream = new EngineSocket(opened, (bytes, begins) => {
        if (!failure && !closing) post({ kind: 'query', connection: id, bytes, begins })
      })
      socket = { id, stream }
      return stream
    },
    progress: () => ({ waiting, answeredAt, maintaining: maintaining > 0 }),
    maintain,
    fail,
    dump: () =>
      maintain(
        () =>
          new Promise((resolve) => {
            onDumped = resolve
            post({ kind: 'dump' })
          }),
      ),
    onFailure(listener) {
      failureListeners.push(listener)
      if (failure) listener(failure)
    },
    abandon() {
      if (closing || failure) return
      failure = new Error('the embedded database was given up')
      socket?.stream.destroy(failure)
      abandoned = worker.terminate()
    },
    async close() {
      // Do not release the folder before its engine has ended.
      await abandoned
      if (closing || failure) return
      await ready
      const closed = new Promise<void>((resolve) => {
        onClosed = resolve
      })
      post({ kind: 'close' })
      closing = true
      await closed
      await worker.terminate()
    },
  }
}
