import { sayTitle, useWord } from '#client/i18n.ts'
import type { knownRoutes } from '#client/known-routes.ts'
import { trpc } from '#client/trpc.ts'
import { roleOfLabel } from '#shared/roles.ts'
import { allOf } from './palette-all.ts'
import type { PaletteGroups, PaletteItem } from './palette-match.ts'

const most = 4
/** One Chinese character may be a surname; of other letters it takes two. */
const nameLike = /[^ -~]|../
/** A part of the number of a tanker. Only such texts search reservations, because reading them is logged. */
const numberLike = /^(?=.*\d)\S{3,}$/

/** Return the users and tankers that the typed words find, for people who may open their lists. */
export function usePeople(
  settled: string,
  known: ReturnType<typeof knownRoutes>,
): { groups: PaletteGroups; searching: boolean } {
  const say = useWord()
  const [users, reservations] = ['user', 'reservation'].map((name) => known.find(({ component }) => component === name))
  const request = { name: settled, page: 1, size: most }
  const people = trpc.users.find.useQuery(request, {
    enabled: users !== undefined && nameLike.test(settled),
    meta: { silent: true },
  })
  const tankers = trpc.reservations.find.useQuery(request, {
    enabled: reservations !== undefined && numberLike.test(settled),
    meta: { silent: true },
  })
  const listOf = (path: string, name: string, rest: string) => `${path}?name=${encodeURIComponent(name)}&${rest}`
  const peopleRows = (people.data?.data ?? []).map(
    ({ userName, name, nickName, company }): PaletteItem => ({
      path: listOf('/user/index', userName, 'time=all'),
      label: name,
      icon: 'users',
      note: `${say(`role.${roleOfLabel(nickName)}`)} · ${company}`,
    }),
  )
  const tankerRows = (tankers.data?.data ?? []).map(
    ({ tankerNumber, reserveTime: day, company }): PaletteItem => ({
      path: listOf('/reservation/index', tankerNumber, `from=${day}&to=${day}`),
      label: tankerNumber,
      icon: 'truck',
      note: `${day} · ${company}`,
    }),
  )
  // A tanker may come twice on a day, and the list of the day shows both.
  const once = (rows: PaletteItem[]) => rows.filter(({ path }, at) => rows.findIndex((row) => row.path === path) === at)
  const group = (title: string, rows: PaletteItem[], all: PaletteItem[]) => ({
    title: sayTitle(title),
    rows: [...once(rows), ...all],
  })
  return {
    searching: [people, tankers].some(({ isFetching, data }) => isFetching && data === undefined),
    groups: [
      group(users?.title ?? '', peopleRows, allOf(listOf('/user/index', settled, 'time=all'), people.data, most, say)),
      group(
        reservations?.title ?? '',
        tankerRows,
        allOf(listOf('/reservation/index', settled, 'from=all'), tankers.data, most, say),
      ),
    ],
  }
}
