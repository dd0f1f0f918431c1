import { useEffect, useState } from 'react'
import { say } from '#client/i18n.ts'
import { toastError } from '#client/ui/toast.ts'

const leave = () => (document.fullscreenElement ? document.exitFullscreen() : Promise.resolve())

/**
 * Whether the console fills the screen, and the switch; Escape and another page leave it, too. All of it does, and the page lies over the
 * frame: whatever opens over a single part that fills the screen (a dialog, a menu, that the session is over) nobody would see.
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
