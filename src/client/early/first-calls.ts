/** A call that a screen makes at once: the name of its procedure, and what it asks with. */
export type FirstCall = { path: string; input?: unknown }

const devices: FirstCall = {
  path: 'devices.find',
  input: { orderColumn: 'serial', orderWay: 'asc', page: 1, size: 20 },
}
const newestDay: FirstCall = { path: 'charts.lastDate' }

/** Who is signed in; every screen behind the sign-in page waits for it. */
export const sessionCall: FirstCall = { path: 'auth.info' }

/**
 * What the screens that people open most ask first, as they ask it from an address without filters; `weight.story.ts` tells that they ask
 * nothing else. Paths have no slash at their end.
 */
export const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  '/today': [{ path: 'today.get' }, newestDay],
  '/machine_list/index': [devices, newestDay],
  '/dashboard/index': [{ path: 'charts.overview', input: {} }, devices, newestDay],
}

/** The same text for the same call, in whichever order its input was written. */
export const callKey = ({ path, input }: FirstCall): string =>
  `${path} ${JSON.stringify(input ?? null, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )}`

/** The call that has this key. */
export function callOf(key: string): FirstCall {
  const [path = ''] = key.split(' ', 1)
  const input: unknown = JSON.parse(key.slice(path.length))
  return input === null ? { path } : { path, input }
}
