import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { idIn } from '#client/features/places/period.ts'
import { ClientDetailScreen } from './client-detail-screen.tsx'
import { ClientList } from './client-list.tsx'

/** The clients; with a client in the address, its overview. */
export function ClientScreen() {
  const search = useSearch()
  const id = useMemo(() => idIn(new URLSearchParams(search), 'id', 'clientId'), [search])
  return id === undefined ? <ClientList /> : <ClientDetailScreen />
}
