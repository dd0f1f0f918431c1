import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useReportIgnoredParts } from '#client/ignored-parts.ts'
import { depthHere } from '#client/use-back.ts'
import { type HistoryView, leftOutOfHistory, readHistory, writeHistory } from './period.ts'

type Change = (patch: Partial<HistoryView>, way?: { replace: boolean }) => void

/** The part of the address that belongs to the charts over time, and the function that changes it. */
export function useHistoryView(): { view: HistoryView; parameters: URLSearchParams; change: Change } {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  const view = useMemo(() => readHistory(parameters), [parameters])
  useReportIgnoredParts(useMemo(() => leftOutOfHistory(search), [search]))
  const change = useCallback<Change>(
    (patch, way) => {
      const text = writeHistory(parameters, { ...view, ...patch }).toString()
      const replace = way?.replace ?? false
      navigate(text === '' ? path : `${path}?${text}`, { replace, state: { depth: depthHere() + (replace ? 0 : 1) } })
    },
    [parameters, view, path, navigate],
  )
  return { view, parameters, change }
}
