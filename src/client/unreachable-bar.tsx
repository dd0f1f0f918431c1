import { CloudOff } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { checkConnection, useUnreachable } from './connection.ts'
import { useWord } from './i18n.ts'
import { Button } from './ui/button.tsx'

/**
 * A bar at the lower edge of the page that says that the server is unreachable; `--away` is its height, which dialogs
 * and the page leave free.
 */
export function UnreachableBar() {
  const say = useWord()
  const unreachable = useUnreachable()
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!unreachable || !bar.current) return
    const { style } = document.documentElement
    style.setProperty('--away', `${bar.current.offsetHeight}px`)
    return () => void style.removeProperty('--away')
  }, [unreachable])
  return (
    <div
      ref={bar}
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-center p-3 print:hidden"
    >
      {unreachable && (
        <div
          data-bottom-bar
          className="pointer-events-auto flex max-w-2xl flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-caution bg-caution-soft px-3 py-2 shadow-lift"
        >
          <CloudOff aria-hidden className="size-4 shrink-0 text-caution" />
          <p className="min-w-0 flex-1 basis-60">{say('net.away')}</p>
          <Button size="sm" onClick={checkConnection}>
            {say('net.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
