type Listener = (event: object) => void
type Options = { headers?: Record<string, string>; withCredentials?: boolean }

const firstDelay = 1_000
const longestDelay = 15_000

/**
 * Server-sent events over fetch, because the browser's own EventSource cannot send headers and a token must not be in
 * an address. It reconnects after 1 s, 2 s … 15 s; a response that is not a stream ends it, and its body is the error
 * event.
 */
export class HeaderEventSource {
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSED = 2
  readyState: number = this.CONNECTING
  readonly #url: string
  readonly #options: Options
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #stop = new AbortController()
  #lastEventId = ''
  #delay = firstDelay

  constructor(url: string, options: Options = {}) {
    this.#url = url
    this.#options = options
    void this.#run()
  }

  addEventListener(type: string, listener: Listener): void {
    const listeners = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, listeners.add(listener))
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener)
  }

  close = (): void => {
    this.readyState = this.CLOSED
    this.#stop.abort()
  }

  #tell(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event)
  }

  async #run(): Promise<void> {
    while (this.readyState !== this.CLOSED) {
      try {
        await this.#connect()
      } catch (error) {
        if (this.readyState === this.CLOSED) return
        this.readyState = this.CONNECTING
        this.#tell('error', error instanceof Error ? error : new Error(String(error)))
      }
      if (this.readyState === this.CLOSED) return
      this.readyState = this.CONNECTING
      await new Promise((resolve) => setTimeout(resolve, this.#delay))
      this.#delay = Math.min(longestDelay, this.#delay * 2)
    }
  }

  async #connect(): Promise<void> {
    const headers: Record<string, string> = { ...this.#options.headers, accept: 'text/event-stream' }
    if (this.#lastEventId) headers['last-event-id'] = this.#lastEventId
    const answer = await fetch(this.#url, {
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: this.#stop.signal,
    })
    const isStream = answer.ok && (answer.headers.get('content-type') ?? '').startsWith('text/event-stream')
    if (!isStream || !answer.body) {
      const body: unknown = await answer.json().catch(() => null)
      this.readyState = this.CLOSED
      this.#tell('error', typeof body === 'object' && body !== null ? body : new Error(`HTTP ${answer.status}`))
      return
    }
    this.readyState = this.OPEN
    this.#delay = firstDelay
    this.#tell('open', {})
    for await (const event of readEvents(answer.body)) {
      if (this.readyState === this.CLOSED) return
      if (event.id !== undefined) this.#lastEventId = event.id
      this.#tell(event.type, { data: event.data, lastEventId: this.#lastEventId })
    }
  }
}

type StreamEvent = { type: string; data: string; id: string | undefined }

/**
 * Parse the events of a `text/event-stream`, however its bytes are split. Source: WHATWG HTML, 9.2.6 Interpreting an
 * event stream.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let type = ''
  let data: string[] = []
  let id: string | undefined
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { type: type || 'message', data: data.join('\n'), id }
        type = ''
        data = []
        continue
      }
      const colon = line.indexOf(':')
      const name = colon < 0 ? line : line.slice(0, colon)
      const text = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (name === 'event') type = text
      else if (name === 'data') data.push(text)
      else if (name === 'id' && !text.includes('\0')) id = text
    }
  }
}
