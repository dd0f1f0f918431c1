import fs from 'node:fs'
import { relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { engineFiles, openFilesLimit } from '#server/open-files.ts'
import { codeOf } from '#shared/error-code.ts'
import { type Keeper, openKeeper } from './keeper.ts'

/** The part of the engine's own file system that we override. Source: Emscripten, src/lib/libnodefs.js */
type Node = object
type Stream = { nfd: number; path: string; node: Node }
type Attributes = { size?: number }
type Mounted = {
  realPath(node: Node): string
  node_ops: {
    setattr(node: Node, attributes: Attributes): void
    unlink(parent: Node, name: string): void
  }
  stream_ops: {
    fsync?: (stream: Stream) => number
    setattr(stream: Stream, attributes: Attributes): void
    write(stream: Stream, memory: Int8Array, offset: number, length: number, position: number): number
  }
}

/**
 * Why the engine could not write: the disk is full, or it fails. `log` = the write-ahead log, without which the engine
 * cannot continue.
 */
export type WriteFailure = { full: boolean; log: boolean }

/** Numbers of ENOSPC and EDQUOT in the engine's system. Source: WASI, errno */
const fullDisk: ReadonlySet<unknown> = new Set([51, 19])
const inputOutputError = 29

const fsyncOff = '-F'
/**
 * Return the engine's own parameters, changed so that its files are synced to the disk: by default it leaves that to
 * the operating system. The method is `fsync`, the only one of its two system calls that reaches our file system.
 */
export const durableParameters = (): string[] => [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== fsyncOff),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
  ...['-c', `max_files_per_process=${engineFiles(openFilesLimit())}`],
]

const logFolder = 'pg_wal/'

/** The engine's files in a local folder: sync them when the engine asks for it, and keep the ledger about them. */
export class DurableFiles extends NodeFS {
  readonly #keeper: Keeper
  #failure: WriteFailure | null = null

  constructor(folder: string) {
    super(folder)
    this.#keeper = openKeeper(folder)
  }

  /** Bytes of the log since the newest checkpoint. */
  get logBytes(): number {
    return this.#keeper.logBytes()
  }

  /** The failed write; null = none failed. A failure of the log is permanent. */
  get failure(): WriteFailure | null {
    return this.#failure
  }

  #below(path: string): string {
    return relative(this.rootDir, path)
  }

  #note(path: string, full: boolean): void {
    if (!this.#failure?.log) this.#failure = { full, log: path.startsWith(logFolder) }
  }

  #stepIn({ realPath, node_ops: nodes, stream_ops: streams }: Mounted): void {
    const keeper = this.#keeper
    const pathOf = (node: Node) => this.#below(realPath(node))
    const { setattr: setNode, unlink } = nodes
    const { setattr: setStream, write } = streams
    nodes.setattr = (node, attributes) => {
      if (attributes.size !== undefined) keeper.shrinks(pathOf(node))
      setNode(node, attributes)
    }
    nodes.unlink = (parent, name) => {
      keeper.shrinks(this.#below(`${realPath(parent)}/${name}`))
      unlink(parent, name)
    }
    streams.setattr = (stream, attributes) => {
      if (attributes.size !== undefined) keeper.shrinks(pathOf(stream.node))
      setStream(stream, attributes)
    }
    streams.write = (stream, memory, offset, length, position) => {
      const path = pathOf(stream.node)
      try {
        const written = write(stream, memory, offset, length, position)
        keeper.written(path, new Uint8Array(memory.buffer, memory.byteOffset + offset, written), position)
        return written
      } catch (error) {
        this.#note(path, error instanceof Object && 'errno' in error && fullDisk.has(error.errno))
        throw error
      }
    }
    streams.fsync = (stream) => {
      const path = pathOf(stream.node)
      try {
        fs.fsyncSync(stream.nfd)
      } catch (error) {
        this.#note(path, codeOf(error) === 'ENOSPC')
        return inputOutputError
      }
      keeper.synced(path)
      return 0
    }
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const stepIn = (module: { NODEFS: unknown }) => this.#stepIn(module.NODEFS as Mounted)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), stepIn as never] } }
  }

  override async closeFs(): Promise<void> {
    await super.closeFs()
    this.#keeper.close()
  }
}
