import { useEffect, useState } from 'react'
import { say } from '#client/i18n.ts'
import { toastError } from '#client/ui/toast.ts'

const leave = () => (document.fullscreenElement ? document.exitFullscreen() : Promise.resolve())

/**
 * Whether the console fills the screen, and the switch; Escape and another page end it too. The whole document is
 * switched, not one element: otherwise whatever opens outside that element (a dialog, a menu, the notice that the
 * session has ended) would be invisible.
 */
export function useFullScreen(): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      leave().catch(() => undefined)
    }
  }, [])
  const toggle = () => {
    const done = full ? leave() : document.documentElement.requestFullscreen()
    done.catch(() => toastError(say('machineType.fullScreenRefused')))
  }
  return { full, toggle }
}
