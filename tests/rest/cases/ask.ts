import { expect } from 'vitest'
import { createMatcher } from '#server/rest/match.ts'
import { routes } from '#server/rest/routes.ts'

/** Fields of nearly every response about one thing, and any others that a case reads. */
export type Row = { id: number; rowVersion: number; [field: string]: unknown }
export type List = { data: Row[]; totalCount: number }
export type Refusal = { code: number; message: string; data: unknown }
/** The values of an address: `{id}` in the path or in the query. */
export type Values = Record<string, string | number>
export type File = { name: string; type: string; bytes: Buffer; text: string }
/** A token, or null for an anonymous caller. */
export type As = string | null

const match = createMatcher(routes)

/** Return the route of a documented address; undefined for one outside of the table. */
export function rowOf(address: string) {
  const [method = '', path = ''] = address.split(' ')
  return match(method, (path.split('?')[0] ?? '').replace(/^\/api/, ''))?.row
}

/** Return a form with a file. */
export function formOf(fileName: string, bytes: Uint8Array, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([Uint8Array.from(bytes)]), fileName)
  return form
}

export type Asker = {
  /** Documented addresses called since the set was last cleared. */
  asked: Set<string>
  /** Return `data` of a response with code 200, compared with the route's schema to the last field. */
  ask<Data = Row>(address: string, values?: Values, body?: unknown, as?: As): Promise<Data>
  /** The same for a list, whose `data.data` is not longer than `data.totalCount`. */
  list(address: string, body?: unknown, as?: As): Promise<List>
  /** Return the envelope of a refused call; it has no data, except for a strict feed, which lists its errors. */
  refused(address: string, values?: Values, body?: unknown, as?: As): Promise<Refusal>
  file(address: string, values?: Values, body?: unknown, as?: As): Promise<File>
  /**
   * Call from a page of the same host, with the cookie of a remembered device; also return the cookie that the response
   * sets.
   */
  fromPage<Data = Row>(address: string, body: unknown, cookie?: string): Promise<{ data: Data; cookie: string }>
  /** Request a path created by the product, without our header. */
  open(address: string, path: string, headers?: Record<string, string>): Promise<Response>
}

const fill = (path: string, values: Values) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')))

function fileNameOf(answer: Response): string {
  const disposition = answer.headers.get('content-disposition') ?? ''
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return extended ? decodeURIComponent(extended) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? '')
}

/** Create a client that calls a server by documented addresses, with the token `usual` by default. */
export function createAsker(url: string, usual: string): Asker {
  const asked = new Set<string>()
  const send = async (address: string, values: Values, body: unknown, as: As, more: Record<string, string> = {}) => {
    asked.add(address)
    const [method = '', path = ''] = address.split(' ')
    const headers = {
      ...(as === null ? {} : { authorization: `cat ${as}` }),
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...more,
    }
    const content = method === 'GET' ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }
    return fetch(url + fill(path, values), { method, headers, ...content })
  }
  const envelopeOf = async (answer: Response) => {
    expect(answer.headers.get('content-type')).toContain('application/json')
    return (await answer.json()) as Refusal
  }
  const dataOf = async <Data>(address: string, answer: Response) => {
    const envelope = await envelopeOf(answer)
    if (envelope.code !== 200) throw new Error(`${address} answered ${envelope.code}: ${envelope.message}`)
    expect([answer.status, envelope.message, Object.keys(envelope)]).toEqual([
      200,
      'success',
      ['code', 'message', 'data'],
    ])
    const declared = rowOf(address)?.answer
    if (declared) {
      const read = declared.safeParse(envelope.data)
      expect(read.error, address).toBeUndefined()
      // The schema drops undeclared fields.
      expect(read.data, address).toEqual(envelope.data)
    }
    return envelope.data as Data
  }
  const ask: Asker['ask'] = async <Data>(address: string, values: Values = {}, body: unknown = {}, as: As = usual) =>
    dataOf<Data>(address, await send(address, values, body, as))
  return {
    asked,
    ask,
    async list(address, body, as) {
      const answer = await ask<List>(address, {}, body, as)
      expect(answer.data.length).toBeLessThanOrEqual(answer.totalCount)
      return answer
    },
    async refused(address, values = {}, body = {}, as = usual) {
      const envelope = await envelopeOf(await send(address, values, body, as))
      expect(envelope.code, address).not.toBe(200)
      if (!(body as { strict?: unknown }).strict) expect(envelope.data).toBeNull()
      return envelope
    },
    async file(address, values = {}, body = {}, as = usual) {
      const answer = await send(address, values, body, as)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const type = answer.headers.get('content-type') ?? ''
      if (type.includes('json')) throw new Error(`${address} answered ${bytes.toString('utf8')}`)
      expect(answer.status).toBe(200)
      return { name: fileNameOf(answer), type, bytes, text: bytes.toString('utf8') }
    },
    async fromPage<Data>(address: string, body: unknown, cookie = '') {
      const answer = await send(address, {}, body, null, { origin: url, cookie })
      return {
        data: await dataOf<Data>(address, answer),
        cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
      }
    },
    async open(address, path, headers = {}) {
      asked.add(address)
      return fetch(new URL(path, url), { headers })
    },
  }
}

/** Return the lines of a CSV file for spreadsheets: a byte order mark, CRLF, the heading first. */
export function linesOf(file: File): string[] {
  expect(file.text.startsWith('\uFEFF')).toBe(true)
  return file.text.slice(1).trimEnd().split('\r\n')
}
