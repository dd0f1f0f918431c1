import { Duplex } from 'node:stream'

/**
 * The message with which the driver begins an ordinary transaction: simple query, length, text. Source: PostgreSQL,
 * Frontend/Backend Protocol
 */
const begin = Buffer.from('Q\0\0\0\nbegin\0', 'latin1')
/** The engine's response to `begin`: command complete, and ready for the next query inside a transaction. */
const begun = Buffer.from('C\0\0\0\nBEGIN\0Z\0\0\0\x05T', 'latin1')

/** The socket interface that `pg` uses, connected to the engine's thread instead of a network. */
export class EngineSocket extends Duplex {
  readonly #send: (bytes: Uint8Array, begins: boolean) => void
  readonly #opened: () => Promise<void>
  /** The driver has begun a transaction that was not sent to the engine yet. */
  #isBeginning = false
  /** Messages without a complete response. */
  #unanswered = 0

  constructor(opened: () => Promise<void>, send: (bytes: Uint8Array, begins: boolean) => void) {
    super({ allowHalfOpen: false })
    this.#opened = opened
    this.#send = send
  }
  connect(): this {
    this.#opened().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  /** Send `begin` together with the transaction's first statement, because every message wakes another thread. */
  #pass(bytes: Buffer): void {
    if (!this.#isBeginning && bytes.equals(begin)) {
      this.#isBeginning = true
      // The driver expects a response only after its write, and after the responses to earlier messages.
      if (this.#unanswered === 0) process.nextTick(() => this.push(begun))
      return
    }
    this.#unanswered += 1
    this.#send(bytes, this.#isBeginning)
    this.#isBeginning = false
  }
  /** Pass on a response of the engine; `isLast` ends the response to one message. */
  answer(bytes: Buffer, isLast: boolean): void {
    this.push(bytes)
    if (!isLast) return
    this.#unanswered -= 1
    if (this.#isBeginning && this.#unanswered === 0) this.push(begun)
  }
  override _read(): void {}
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#pass(chunk)
    done()
  }
  /** The driver corks the messages of one query, so they reach the thread as one. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#pass(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }
  override _final(done: () => void): void {
    this.push(null)
    done()
  }
}
