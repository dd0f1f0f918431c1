/** A text longer than this is a file: it is not kept to be compared. */
const longestText = 20_000
/** How long the server keeps the result of a change. */
const keptMilliseconds = 10 * 60_000

type Call = { path: string; input: unknown }

// Changes that got no response, by their text, with the key and the time of their first attempt. Nobody knows whether
// the server made them.
const unanswered = new Map<string, { key: string; at: number }>()

/** `crypto.randomUUID` exists only on pages of HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, '0')).join('')

const isFile = (input: unknown): boolean =>
  typeof input === 'object' &&
  input !== null &&
  Object.values(input).some((value) => typeof value === 'string' && value.length > longestText)
const textOf = ({ path, input }: Call): string | null =>
  isFile(input) ? null : `${path} ${JSON.stringify(input) ?? ''}`

/**
 * Return the key of a change: the server makes a change only once for each key. A change that is sent again after it got
 * no response has the same key as before.
 */
export function callKeyOf(call: Call, now = Date.now()): string {
  const text = textOf(call)
  const known = text === null ? undefined : unanswered.get(text)
  if (text === null || (known && now - known.at < keptMilliseconds)) return known?.key ?? newKey()
  const key = newKey()
  unanswered.set(text, { key, at: now })
  return key
}

/** The server has responded: the next change of this kind is a new one, even with the same values. */
export function callAnswered(call: Call): void {
  const text = textOf(call)
  if (text !== null) unanswered.delete(text)
}
