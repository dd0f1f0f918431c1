import { type Query, useIsFetching } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

/**
 * Have the first responses to the queries of some areas (the first part of a procedure's name) arrived? Content shown
 * below them earlier would be moved by them.
 */
export function useSettled(...areas: readonly string[]): boolean {
  const names = areas.join(' ')
  const isAwaited = useCallback(
    ({ queryKey: [path], state }: Query): boolean =>
      state.data === undefined &&
      state.status === 'pending' &&
      Array.isArray(path) &&
      names.split(' ').includes(String(path[0])),
    [names],
  )
  const waiting = useIsFetching({ predicate: isAwaited }) > 0
  const [begun, setBegun] = useState(false)
  const [settled, setSettled] = useState(false)
  useEffect(() => setBegun(true), [])
  useEffect(() => {
    if (begun && !waiting) setSettled(true)
  }, [begun, waiting])
  return settled
}
