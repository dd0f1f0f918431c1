import { readAddress } from '#client/read-address.ts'
import { useAddressView, type ViewCodec } from '#client/ui/list/address-view.ts'
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
    show: (key: string) => change({ need: key }, { replace: openKey !== null }),
    close: () => {
      if (openKey === null) return
      change({ need: null }, { replace: true })
      document.querySelector<HTMLElement>(`[data-need="${openKey}"]`)?.focus()
    },
  }
}
