import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Headers that are not given to Node yet: name, value, name, value … */
type HeaderList = { always: readonly string[]; own: string[] }
const listed = Symbol('listed headers')
type Listing = { [listed]?: HeaderList | null }
type Head = [status: number, ...more: unknown[]]
type ResponseClass = typeof ServerResponse<IncomingMessage>

/**
 * Return a class of responses that keep headers in a list until they are sent. Node's `setHeader` checks a name and a
 * value and adds the lower-case name to a dictionary, which for the dozen headers of every response takes longer than
 * all else that such a response needs. Whatever reads or changes headers by Node's methods first moves the list to
 * Node, so that it finds them all.
 */
export const listingResponses = (Base: ResponseClass): ResponseClass =>
  class extends Base {
    [listed]: HeaderList | null = null
    override setHeader(name: string, value: number | string | readonly string[]): this {
      moveToNode(this)
      return super.setHeader(name, value)
    }
    override appendHeader(name: string, value: string | readonly string[]): this {
      moveToNode(this)
      return super.appendHeader(name, value)
    }
    override removeHeader(name: string): void {
      moveToNode(this)
      super.removeHeader(name)
    }
    override getHeader(name: string): OutgoingHttpHeader | undefined {
      moveToNode(this)
      return super.getHeader(name)
    }
    override hasHeader(name: string): boolean {
      moveToNode(this)
      return super.hasHeader(name)
    }
    override getHeaders(): OutgoingHttpHeaders {
      moveToNode(this)
      return super.getHeaders()
    }
    override getHeaderNames(): string[] {
      moveToNode(this)
      return super.getHeaderNames()
    }
    override writeHead(...[status, ...more]: Head): this {
      const list = this[listed]
      const write = super.writeHead as (...head: Head) => this
      if (!list || more.length > 0) {
        moveToNode(this)
        return write.call(this, status, ...more)
      }
      this[listed] = null
      return write.call(this, status, list.always.concat(list.own))
    }
  }

function moveToNode(response: ServerResponse & Listing): void {
  const list = response[listed]
  if (!list) return
  response[listed] = null
  setAll(response, list.always)
  setAll(response, list.own)
}

function setAll(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 1; at < headers.length; at += 2) response.setHeader(headers[at - 1] ?? '', headers[at] ?? '')
}

/** Begin a response with these headers (name, value, name, value …), which every response gets. */
export function beginHeaders(response: ServerResponse & Listing, always: readonly string[]): void {
  // Another class of responses, or one that has headers already.
  if (response[listed] === undefined || response.getHeaderNames().length > 0) setAll(response, always)
  else response[listed] = { always, own: [] }
}

const isSame = (left: string | undefined, right: string): boolean =>
  left === right || (left?.length === right.length && left.toLowerCase() === right.toLowerCase())

/** Set a header as `setHeader` does, without giving it to Node yet. Not for one of those that every response gets. */
export function putHeader(response: ServerResponse & Listing, name: string, value: string): void {
  const list = response[listed]
  if (!list) {
    response.setHeader(name, value)
    return
  }
  const { own } = list
  let at = 0
  while (at < own.length && !isSame(own[at], name)) at += 2
  own[at] = name
  own[at + 1] = value
}
