import { type RefObject, useEffect, useState } from 'react'
import { say } from '#client/i18n.ts'
import { toastError } from '#client/ui/toast.ts'

/** Whether an element fills the screen, and the switch; Escape leaves it, too. */
export function useFullScreen(element: RefObject<HTMLElement | null>): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [element])
  const toggle = () => {
    const done = full ? document.exitFullscreen() : element.current?.requestFullscreen()
    done?.catch(() => toastError(say('machineType.fullScreenRefused')))
  }
  return { full, toggle }
}
