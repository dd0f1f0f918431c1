import { useLocation } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import type { Opens } from '#client/ui/list/address-view.ts'
import type { Command, PaletteItem } from './palette-match.ts'
import { usePaletteRights } from './palette-rights.ts'

const mostClients = 4

/** Return the commands that open the monthly statement of a client; `rest` of the command is a part of its name. */
export function useStatementCommands(command: Command | null): PaletteItem[] {
  const say = useWord()
  const [, navigate] = useLocation()
  const asked = usePaletteRights().statement && command?.verb === 'statement'
  const clients = trpc.clients.find.useQuery(
    { name: command?.rest ?? '', size: mostClients },
    { enabled: asked, meta: { silent: true } },
  )
  if (!asked) return []
  return (clients.data?.data ?? []).map(({ id, name, company }) => ({
    // The number of the client tells this line from the one for its page.
    path: `do:statement ${id}`,
    label: say('palette.statementOf', { client: name }),
    icon: 'clipboard-list',
    note: company,
    run: () => navigate(`/agent_detail/index?id=${id}`, { state: { open: 'statement' } satisfies Opens }),
  }))
}
