import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { EmptyState } from '#client/ui/status.tsx'

/**
 * An empty list of clients or sites: nothing matches the filters, or none exists yet. People who may add one get the
 * button for it.
 */
export function NoPlaces({ kind, isFiltered }: { kind: 'clients' | 'sites'; isFiltered: boolean }) {
  const say = useWord()
  const mayAdd = useMay('agent')
  if (isFiltered) return <EmptyState title={say('table.empty')} help={say('table.emptyHelp')} />
  return <EmptyState title={say(`places.none.${kind}`)} help={mayAdd ? say(`places.noneHelp.${kind}`) : undefined} />
}
