import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { FromWorker, ToWorker, WorkerStart } from './embedded.ts'

/**
 * The engine in a thread of its own, so that a statement never stops the web server.
 * It speaks the bytes of the PostgreSQL protocol: the driver on the other side reads rows and errors as from any server.
 */
const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs in a worker thread')
const start = workerData as WorkerStart
const tell = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const open = async () =>
  PGlite.create({
    ...(start.directory === null ? {} : { dataDir: start.directory }),
    ...(start.template === null ? {} : { loadDataDir: new Blob([await readFile(start.template)]) }),
    extensions: { pg_trgm },
  })

const simpleQuery = (text: string): Uint8Array => {
  const body = Buffer.from(`${text}\0`)
  const packet = Buffer.alloc(5 + body.length)
  packet.write('Q', 0)
  packet.writeInt32BE(4 + body.length, 1)
  body.copy(packet, 5)
  return packet
}

const engine = await open()
tell({ kind: 'ready' })

/** Answers piece by piece, so that the driver reads rows while the engine still produces them. */
const execute = (connection: number, bytes: Uint8Array) =>
  engine.execProtocolRawStream(bytes, {
    onRawData: (data) => {
      const copy = new Uint8Array(data)
      tell({ kind: 'data', connection, bytes: copy }, [copy.buffer])
    },
  })

/** There is one session for everybody: a new connection must not inherit its transaction or statements. */
async function clearSession(): Promise<void> {
  const quietly = (text: string) => engine.execProtocolRawStream(simpleQuery(text), { onRawData: () => undefined })
  if (engine.isInTransaction()) await quietly('rollback')
  await quietly('discard all')
}

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === 'connect') return clearSession()
  if (message.kind === 'query') return execute(message.connection, message.bytes)
  if (message.kind === 'dump') {
    const bytes = new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer())
    return tell({ kind: 'dumped', bytes }, [bytes.buffer])
  }
  await engine.close()
  tell({ kind: 'closed' })
  port?.close()
}

let line: Promise<void> = Promise.resolve()
port.on('message', (message: ToWorker) => {
  line = line.then(async () => {
    await handle(message)
    tell({ kind: 'done' })
  })
  line.catch((error: unknown) => {
    // An engine that threw outside of SQL is in an unknown state: end the thread, the owner ends the process.
    queueMicrotask(() => {
      throw error
    })
  })
})
