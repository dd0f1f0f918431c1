import { useEffect, useState } from 'react'
import { readAddress } from '#client/read-address.ts'
import { useAddressView, type ViewCodec } from '#client/ui/list/address-view.ts'
import { closeRow, openingRow } from '#client/ui/list/opened-row.ts'
import { isNeedKey } from './need-words.ts'

const address: ViewCodec<{ need: string | null }> = {
  read: (search) => {
    const parts = readAddress(search)
    const need = parts.read('need', (text) => (isNeedKey(text) ? text : undefined)) ?? null
    return { view: { need }, unknown: parts.leftOut() }
  },
  write: ({ need }) => (need === null ? '' : `?need=${need}`),
}

/**
 * The key of the row whose details are open. It is in the address, so that Back closes the details and a reload or a
 * link opens them; another row replaces the entry of the history.
 */
export function useOpenNeed() {
  const { view, change } = useAddressView(address)
  const openKey = view.need
  return {
    openKey,
    show: (key: string) => change({ need: key }, openingRow('need')),
    close: () => {
      if (openKey === null) return
      closeRow((way) => change({ need: null }, way))
      document.querySelector<HTMLElement>(`[data-need="${openKey}"]`)?.focus()
    },
  }
}

/** The focus moves on to the next row at once after an action; only a row that stays gone is told. */
const goneMs = 600

/** Return the key in the address whose row is not there, and was not just replaced by the next one. */
export function useGoneNeed(openKey: string | null, isThere: boolean): string | null {
  const gone = isThere ? null : openKey
  // An address that leads to no row is told with the first paint.
  const [told, setTold] = useState(gone)
  useEffect(() => {
    const timer = setTimeout(() => setTold(gone), goneMs)
    return () => clearTimeout(timer)
  }, [gone])
  return told === gone ? gone : null
}
