import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ChangeWay } from './address-view.ts'
import { closeRow, openingRow } from './opened-row.ts'

const parameter = 'row'

/**
 * The opened row of a list, in the address.
 * @param prefix before the key of the row, where a screen has several lists
 */
export function useOpenedRow(prefix = '') {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const go = useCallback(
    (value: string | null, way: ChangeWay) => {
      const parameters = new URLSearchParams(location.search)
      if (value === null) parameters.delete(parameter)
      else parameters.set(parameter, value)
      navigate(parameters.size === 0 ? path : `${path}?${parameters}`, way)
    },
    [path, navigate],
  )
  const open = useCallback((key: string | number) => go(prefix + key, openingRow(parameter)), [go, prefix])
  const close = useCallback(() => closeRow((way) => go(null, way)), [go])
  const value = new URLSearchParams(search).get(parameter)
  return { key: value?.startsWith(prefix) ? value.slice(prefix.length) : null, open, close }
}
