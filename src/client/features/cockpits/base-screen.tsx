import { trpc } from '#client/trpc.ts'
import { wallMilliseconds } from '#shared/cockpits.ts'
import { Wall } from './wall.tsx'

/** The wall of a base. */
export function BaseScreen() {
  const { data, dataUpdatedAt, error } = trpc.cockpits.base.useQuery(undefined, polled)
  return <Wall kind="base" wall={data} answeredAt={dataUpdatedAt} error={error} />
}

/** The wall of headquarters. */
export function HeadquartersScreen() {
  const { data, dataUpdatedAt, error } = trpc.cockpits.headquarters.useQuery(undefined, polled)
  return <Wall kind="headquarters" wall={data} answeredAt={dataUpdatedAt} error={error} />
}

// Nobody is at a wall to press "try again", and no toast may cover it: after a failure, wait for the next round.
const polled = {
  refetchInterval: wallMilliseconds,
  refetchIntervalInBackground: true,
  retry: false,
  meta: { silent: true },
} as const
