import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { FromWorker, ToWorker, WorkerStart } from './embedded.ts'
import type { ShortFinding } from './store/damage.ts'
import { DurableFiles, durableParameters } from './store/durable-files.ts'
import { readEmptyDatabase } from './store/empty-database.ts'
import { beginNew, isNew } from './store/new-folder.ts'

/**
 * The engine in its own thread, so that a statement never blocks the web server. It exchanges the bytes of the
 * PostgreSQL protocol: the driver reads rows and errors as from any server.
 */
const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs in a worker thread')
const start = workerData as WorkerStart
const tell = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

/**
 * After how many executed bytes V8 optimizes a function of the engine. The default of Node 20 is a thirtieth: a start
 * then spends a fifth of its processor time to optimize functions that hardly run again.
 */
setFlagsFromString('--wasm-tiering-budget=60000000')

/** The last message that the engine logged; it says more than the error that it throws. */
let lastWords = ''
const severe = /(?:FATAL|PANIC|ERROR): +(.*)/
let files = null as DurableFiles | null

async function open(): Promise<PGlite> {
  const fresh = start.directory !== null && isNew(start.directory) ? await beginNew(start.directory) : null
  const given = start.template === null ? null : await readFile(start.template)
  const content = given ?? (fresh === null ? null : await readEmptyDatabase())
  files = start.directory === null ? null : new DurableFiles(start.directory)
  const engine = await PGlite.create({
    ...(files === null ? {} : { fs: files, startParams: durableParameters() }),
    ...(content === null ? {} : { loadDataDir: new Blob([content]) }),
    extensions: { pg_trgm },
    onStderr: (text) => {
      lastWords = severe.exec(text)?.[1] ?? lastWords
      return true
    },
  })
  await fresh?.finish()
  return engine
}

/** Find tables and indexes that are shorter than after their last vacuum (`partial`), or empty. */
async function findShort(engine: PGlite): Promise<ShortFinding[]> {
  const { rows } = await engine.query<ShortFinding>(`
    select pg_relation_filepath(oid) as file, 'a part of ' || relname || ' is missing' as problem,
      (pg_stat_file(pg_relation_filepath(oid), true)).size is not null as partial
    from pg_class where relkind in ('r', 'i', 't', 'S', 'm') and pg_relation_filepath(oid) is not null
      and (pg_relation_size(oid) < relpages::bigint * current_setting('block_size')::bigint or pg_stat_file(pg_relation_filepath(oid), true) is null)
    order by relname`)
  return rows
}

const simpleQuery = (text: string): Uint8Array => {
  const body = Buffer.from(`${text}\0`)
  const packet = Buffer.alloc(5 + body.length)
  packet.write('Q', 0)
  packet.writeInt32BE(4 + body.length, 1)
  body.copy(packet, 5)
  return packet
}

const quietly = (engine: PGlite, text: string) =>
  engine.execProtocolRawStream(simpleQuery(text), { onRawData: () => undefined })

/**
 * Waking the other thread costs more than most statements: a response is sent in chunks of this size, so that the other
 * thread reads rows while more arrive.
 */
const pieceBytes = 64 * 1_024

/** Send the response in chunks; the last one is marked. */
async function execute(engine: PGlite, connection: number, bytes: Uint8Array): Promise<void> {
  let held: Uint8Array[] = []
  let size = 0
  const send = (isLast: boolean) => {
    const piece = new Uint8Array(size)
    let at = 0
    for (const part of held) {
      piece.set(part, at)
      at += part.length
    }
    held = []
    size = 0
    tell({ kind: 'data', connection, bytes: piece, isLast }, [piece.buffer])
  }
  await engine.execProtocolRawStream(bytes, {
    onRawData: (data) => {
      held.push(new Uint8Array(data))
      size += data.length
      if (size >= pieceBytes) send(false)
    },
  })
  send(true)
}

/** Reset the one session that all connections share: a new connection must not inherit a transaction or statements. */
async function clearSession(engine: PGlite): Promise<void> {
  if (engine.isInTransaction()) await quietly(engine, 'rollback')
  await quietly(engine, 'discard all')
}

/** The engine has no checkpoint process: without checkpoints its log would grow until the disk is full. */
const checkpointBytes = 64 * 1_024 * 1_024
async function checkpointInTime(engine: PGlite): Promise<void> {
  if (files !== null && files.logBytes > checkpointBytes && !engine.isInTransaction())
    await quietly(engine, 'checkpoint')
}

/** Report why the engine did not start, or stopped, and end the thread. */
function fail(reason: string): void {
  tell({ kind: 'failed', reason, failure: files?.failure ?? null })
  port?.close()
}

async function handle(engine: PGlite, message: ToWorker): Promise<void> {
  if (message.kind === 'connect') return clearSession(engine)
  if (message.kind === 'query') {
    if (message.begins) await quietly(engine, 'begin')
    await execute(engine, message.connection, message.bytes)
    // Without its log the engine sends no more responses, and reports no error.
    return files?.failure?.log ? fail(lastWords) : checkpointInTime(engine)
  }
  if (message.kind === 'dump') {
    const bytes = new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer())
    return tell({ kind: 'dumped', bytes }, [bytes.buffer])
  }
  await engine.close()
  tell({ kind: 'closed' })
  port?.close()
}

function serve(engine: PGlite): void {
  let line: Promise<void> = Promise.resolve()
  port?.on('message', (message: ToWorker) => {
    line = line.then(async () => {
      await handle(engine, message)
      // For a query, the last chunk of the response has already reported this.
      if (message.kind !== 'query') tell({ kind: 'done' })
    })
    line.catch((error: unknown) => {
      // After an error outside of SQL the engine's state is unknown: end the thread; its owner ends the process.
      queueMicrotask(() => {
        throw error
      })
    })
  })
}

try {
  const engine = await open()
  tell({ kind: 'ready', findings: start.directory === null ? [] : await findShort(engine) })
  serve(engine)
} catch (error) {
  fail(lastWords || (error instanceof Error ? error.message : String(error)))
}
