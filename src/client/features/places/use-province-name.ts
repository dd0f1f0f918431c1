import { useCallback } from 'react'
import { language } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'

/**
 * Return the name of a province in the language of the page. A place stores the Chinese name with or without 省; any
 * other text is returned unchanged.
 */
export function useProvinceName(): (stored: string | null) => string | null {
  const { data } = trpc.charts.provinceNames.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    enabled: language !== 'zh',
    meta: { silent: true },
  })
  return useCallback(
    (stored) =>
      (stored === null || stored === '' ? null : data?.find(({ name }) => name.startsWith(stored))?.label) ?? stored,
    [data],
  )
}
