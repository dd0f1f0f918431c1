/** A call that a screen sends at once: the name of its procedure, and its input. */
export type FirstCall = { path: string; input?: unknown }

/** The id in the address of a screen that shows one record, `?id=7`; `early.ts` writes it into the calls. */
export const idOfAddress = '$id'

/**
 * A call that the page carries for its screen. `with` = the path of a further screen: only its users may make the call.
 */
export type CarriedCall = FirstCall & { with?: string }

/** The session of the user; every screen behind the sign-in page waits for it. */
export const sessionCall: FirstCall = { path: 'auth.info' }

/** Return the same text for the same call, whatever the order of its input. */
export const callKey = ({ path, input }: FirstCall): string =>
  `${path} ${JSON.stringify(input ?? null, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )}`

/** Return the call of this key. */
export function callOf(key: string): FirstCall {
  const [path = ''] = key.split(' ', 1)
  const input: unknown = JSON.parse(key.slice(path.length))
  return input === null ? { path } : { path, input }
}
