import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { depthHere } from '#client/use-back.ts'
import { type Inner, readInner, writeInner } from './inner-view.ts'

/** The state of a list inside another screen, kept in the address; paging replaces the history entry. */
export function useInnerList(name: string, firstSize: number): Inner & { change: (patch: Partial<Inner>) => void } {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const inner = useMemo(() => readInner(new URLSearchParams(search), name, firstSize), [search, name, firstSize])
  const change = useCallback(
    (patch: Partial<Inner>) => {
      const text = writeInner(new URLSearchParams(search), name, firstSize, { ...inner, ...patch }).toString()
      navigate(text === '' ? path : `${path}?${text}`, { replace: true, state: { depth: depthHere() } })
    },
    [search, path, navigate, inner, name, firstSize],
  )
  return { ...inner, change }
}
