import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '#shared/error-code.ts'
import { type CliWord, cliWord } from '#shared/i18n/cli.ts'
import type { Language } from '#shared/i18n/index.ts'
import { CliFailure, isRefusal } from './failure.ts'
import { remark } from './output.ts'

/**
 * Timeouts for a silent server: a notice after `noticeMs`, and the end of the call after `answerMs` without a response
 * or `progressMs` without another byte.
 */
export type Patience = { noticeMs: number; answerMs: number; progressMs: number }
/**
 * The server sends a sign of life with every slow response (`server/trpc.ts`), so silence means that no process works
 * on it.
 */
const usual: Patience = { noticeMs: 10_000, answerMs: 60_000, progressMs: 60_000 }
const second = 1_000
const endDelayMs = 20

/** `fetch` only says that it failed; its cause says why. */
function causeOf(error: unknown, language: Language): string {
  const reason = reasonOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)
  // The English of `fetch` for the ports of other protocols, such as 22.
  return reason === 'bad port' ? cliWord(language, 'cli.reason.badPort') : reason
}

/** Abort the call after a period of silence, and print a notice before. */
function watchSilence(url: string, language: Language, { noticeMs, answerMs, progressMs }: Patience) {
  const ended = new AbortController()
  const word = (name: CliWord, milliseconds: number) => cliWord(language, name, { url, seconds: milliseconds / second })
  // The connection keeps the process alive, not its timer: a reader may leave before the end.
  const notice = setTimeout(() => remark(word('cli.silent', answerMs)), noticeMs).unref()
  let deadline: NodeJS.Timeout
  const listen = (milliseconds: number) => {
    clearTimeout(deadline)
    deadline = setTimeout(
      () => ended.abort(new CliFailure('cli.silentEnd', { url, seconds: milliseconds / second })),
      milliseconds,
    ).unref()
  }
  listen(answerMs)
  return {
    signal: ended.signal,
    received() {
      clearTimeout(notice)
      listen(progressMs)
    },
    over() {
      clearTimeout(notice)
      clearTimeout(deadline)
    },
  }
}

/**
 * Return a `fetch` for one server that reports a failure in one line, not as a chain of causes: the server is not
 * there, it is another program's, it does not answer, or it stops in the middle.
 * @throws CliFailure
 */
export function fetchFrom(url: string, language: Language, patience: Patience = usual): typeof fetch {
  return async (input, init) => {
    const unreachable = (problem: string) => new CliFailure('cli.unreachable', { url, problem })
    const silence = watchSilence(url, language, patience)
    const signal = init?.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal
    let answer: Response
    try {
      answer = await fetch(input, { ...init, signal })
    } catch (error) {
      silence.over()
      throw silence.signal.aborted ? silence.signal.reason : unreachable(causeOf(error, language))
    }
    if (!answer.headers.get('content-type')?.includes('json') || !answer.body) {
      silence.over()
      throw unreachable(`HTTP ${answer.status}`)
    }
    silence.received()
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        silence.received()
        controller.enqueue(chunk)
      },
      async flush() {
        silence.over()
        // See contentOf: the end of a short response must not overtake its reader.
        await wait(endDelayMs)
      },
    })
    return new Response(answer.body.pipeThrough(watched), { status: answer.status, headers: answer.headers })
  }
}

/** Messages of the tRPC client, and of the fetch under it, for an incomplete response. */
const brokenOff = /abort|terminated|not iterable|unexpected end|premature/i
const isBrokenOff = (message: string): boolean =>
  brokenOff.test(message) || (/stream/i.test(message) && /closed|ended/i.test(message))

/**
 * Return a `fetch` for one server, and a function that replaces an error of the client's streams by its cause on the
 * way to the server.
 */
export function callsTo(url: string, language: Language): { fetch: typeof fetch; explain(error: unknown): unknown } {
  const ask = fetchFrom(url, language)
  let failure: CliFailure | null = null
  return {
    async fetch(input, init) {
      try {
        return await ask(input, init)
      } catch (error) {
        if (error instanceof CliFailure) failure ??= error
        throw error
      }
    },
    explain(error) {
      if (
        !(error instanceof Error) ||
        error instanceof CliFailure ||
        error.cause instanceof CliFailure ||
        isRefusal(error)
      )
        return error
      if (!isBrokenOff(error.message)) return error
      return failure ?? new CliFailure('cli.cutOff', { url, problem: error.message })
    },
  }
}
