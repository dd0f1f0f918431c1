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

type Deferred<T> = { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void }

function deferred<T>(): Deferred<T> {
  let settle: Omit<Deferred<T>, 'promise'> = { resolve: () => undefined, reject: () => undefined }
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle }
}

/** Count what the engine works on, for the watchdog. */
function createProgress() {
  let waiting = 0
  let answeredAt = Date.now()
  let maintaining = 0
  return {
    requested(): void {
      if (waiting === 0) answeredAt = Date.now()
      waiting += 1
    },
    received(message: FromWorker): void {
      answeredAt = Date.now()
      if (message.kind === 'done' || (message.kind === 'data' && message.isLast)) waiting -= 1
    },
    maintain: async <T>(work: () => Promise<T>): Promise<T> => {
      maintaining += 1
      try {
        return await work()
      } finally {
        maintaining -= 1
      }
    },
    now: () => ({ waiting, answeredAt, maintaining: maintaining > 0 }),
  }
}

type SocketParts = {
  /** Wait until the engine accepts statements. @throws Error if it has failed */
  opened(): Promise<void>
  isOpen(): boolean
  post(message: ToWorker): void
}

/** The socket of the one session that the engine has; a new one replaces it. */
function createSocket({ opened, isOpen, post }: SocketParts) {
  let connections = 0
  let current: { id: number; stream: EngineSocket } | null = null
  return {
    connect(): EngineSocket {
      const id = ++connections
      const begin = async () => {
        await opened()
        if (id > 1) post({ kind: 'connect' })
      }
      const stream = new EngineSocket(begin, (bytes, begins) => {
        if (isOpen()) post({ kind: 'query', connection: id, bytes, begins })
      })
      current = { id, stream }
      return stream
    },
    receive({ connection, bytes, isLast }: Extract<FromWorker, { kind: 'data' }>): void {
      if (current?.id === connection) current.stream.answer(Buffer.from(bytes.buffer), isLast)
    },
    destroy: (error: Error): void => void current?.stream.destroy(error),
  }
}

const startFailure = (
  { reason, failure }: Extract<FromWorker, { kind: 'failed' }>,
  { directory }: WorkerStart,
): Error => (failure ? unwritable(directory ?? '', failure.full) : new EngineStartError(reason))

type Lifetime = {
  /** Why the engine is not usable any more; null = it is. */
  failure(): Error | null
  isOpen(): boolean
  fail(error: Error): void
}

/** Start the thread of the engine, and dispatch the messages from and to it. */
function startWorker(start: WorkerStart, { failure, isOpen, fail }: Lifetime) {
  const worker = startThread('db/embedded-worker', { workerData: start })
  const progress = createProgress()
  const ready = deferred<ShortFinding[]>()
  ready.promise.catch(() => undefined)
  const closed = deferred<void>()
  let dumped: Deferred<Uint8Array> | null = null

  const post = (message: ToWorker) => {
    progress.requested()
    worker.postMessage(message)
  }
  const opened = async () => {
    await ready.promise
    const error = failure()
    if (error) throw error
  }
  const socket = createSocket({ opened, isOpen, post })

  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the embedded database ended')))
  worker.on('message', (message: FromWorker) => {
    progress.received(message)
    if (message.kind === 'ready') ready.resolve(message.findings)
    if (message.kind === 'failed') fail(startFailure(message, start))
    if (message.kind === 'data') socket.receive(message)
    if (message.kind === 'dumped') dumped?.resolve(message.bytes)
    if (message.kind === 'closed') closed.resolve()
  })
  const dump = () =>
    progress.maintain(() => {
      dumped = deferred()
      post({ kind: 'dump' })
      return dumped.promise
    })
  return { progress, ready, closed, socket, post, dump, terminate: () => worker.terminate() }
}

/**
 * Start the embedded PostgreSQL in its own thread.
 * @param start directory null = in memory; template = tar archive of a store to begin with
 */
export function startEmbedded(start: WorkerStart): EmbeddedEngine {
  if (start.directory !== null) makeFolder(start.directory)
  const failureListeners: ((error: Error) => void)[] = []
  let failure: Error | null = null
  let closing = false
  let abandoned: Promise<unknown> | null = null
  const worker = startWorker(start, { failure: () => failure, isOpen: () => !failure && !closing, fail })

  function fail(error: Error): void {
    if (failure || closing) {
      worker.closed.resolve()
      return
    }
    failure = error
    worker.ready.reject(error)
    worker.socket.destroy(new Error('Connection terminated unexpectedly', { cause: error }))
    for (const listener of failureListeners) listener(error)
  }

  return {
    ready: worker.ready.promise,
    connect: worker.socket.connect,
    progress: worker.progress.now,
    maintain: worker.progress.maintain,
    dump: worker.dump,
    fail,
    onFailure(listener) {
      failureListeners.push(listener)
      if (failure) listener(failure)
    },
    abandon() {
      if (closing || failure) return
      failure = new Error('the embedded database was given up')
      worker.socket.destroy(failure)
      abandoned = worker.terminate()
    },
    async close() {
      // Do not release the folder before its engine has ended.
      await abandoned
      if (closing || failure) return
      await worker.ready.promise
      worker.post({ kind: 'close' })
      closing = true
      await worker.closed.promise
      await worker.terminate()
    },
  }
}
