import { useLocation } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import type { Opens } from '#client/ui/list/address-view.ts'
import type { Command, PaletteItem } from './palette-match.ts'
import { rulesPath, usePaletteRights, usersPath } from './palette-rights.ts'

const mostSites = 6

/** Return the commands that add something by a form on its screen: a silence for a named site, or a user. */
export function useAddCommands(command: Command | null): PaletteItem[] {
  const say = useWord()
  const { companyKind } = useSession()
  const rights = usePaletteRights()
  const [, navigate] = useLocation()
  // A user in headquarters has to choose a base first.
  const named = companyKind === 'headquarters' ? '' : command?.rest
  const name = command?.verb === 'silence' && rights.silence ? (named ?? '') : null
  const sites = trpc.sites.find.useQuery(
    { name: name ?? '', size: mostSites },
    { enabled: Boolean(name), meta: { silent: true } },
  )
  const form = (path: string, state: Opens, rest: Pick<PaletteItem, 'path' | 'label' | 'icon'>): PaletteItem => ({
    ...rest,
    run: () => navigate(path, { state }),
  })
  const silence = (site: Extract<Opens, { open: 'silence' }>['site']): PaletteItem =>
    form(
      rulesPath,
      { open: 'silence', site },
      {
        path: `do:silence ${site?.id ?? ''}`,
        label: site ? say('palette.silenceOf', { site: site.name }) : say('palette.silence'),
        icon: 'bell-ring',
      },
    )
  const added = [
    ...(rights.addUser
      ? [form(usersPath, { open: 'add' }, { path: 'do:add user', label: say('palette.addUser'), icon: 'users' })]
      : []),
    ...(rights.silence ? [silence(null)] : []),
  ]
  if (command?.verb === 'add')
    return added.filter(({ label }) => label.toLowerCase().includes(command.rest.toLowerCase()))
  if (name === null) return []
  return name === ''
    ? [silence(null)]
    : (sites.data?.data ?? []).map(({ id, name: site }) => silence({ id, name: site }))
}
