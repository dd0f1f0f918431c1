import { useCallback } from 'react'
import { language } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'

/** The name of a province in the language of the page; a place stores the Chinese one, whole or without its 省. A text that is none stays as it is. */
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
