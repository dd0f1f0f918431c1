/** A call that a screen sends at once: the name of its procedure, and its input. */
export type FirstCall = { path: string; input?: unknown }

const devices: FirstCall = {
  path: 'devices.find',
  input: { orderColumn: 'serial', orderWay: 'asc', page: 1, size: 20 },
}
const newestDay: FirstCall = { path: 'charts.lastDate' }

/** The session of the user; every screen behind the sign-in page waits for it. */
export const sessionCall: FirstCall = { path: 'auth.info' }

/**
 * The first calls of the most used screens, as sent for an address without filters; `weight.story.ts` checks that they
 * send no others. Paths have no slash at the end.
 */
export const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  '/today': [{ path: 'today.get' }, newestDay],
  '/machine_list/index': [devices, newestDay],
  '/dashboard/index': [{ path: 'charts.overview', input: {} }, devices, newestDay],
}

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
