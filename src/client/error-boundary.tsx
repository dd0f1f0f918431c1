import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode, useEffect } from 'react'
import { onNoAnswer, useUnreachable } from './connection.ts'
import { say } from './i18n.ts'
import { isNewerBuild } from './newer-build.ts'
import { Button } from './ui/button.tsx'
import { classNames } from './ui/class-names.ts'

type State = {
  error: unknown
  /** The server has a newer build, which lacks the script. */
  outdated: boolean
  /** The user closed the notice. */
  closed: boolean
}
type Props = {
  children: ReactNode
  /** A new value retries rendering, for example the path. */
  resetKey?: string
  /** Prepare a retry, for example load again. */
  onRetry?: () => void
  /** Show a small notice over the page, for a part that has no position in the layout. */
  floating?: boolean
  /** The user closes the floating notice. */
  onClose?: () => void
}

// A script failed to load: the server is unreachable, or a newer build does not have it. The messages are those of
// Chromium, Firefox and Safari.
const isUnloaded = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|error loading dynamically|importing a module script/i.test(error.message)

/** Remove the initial frame that `index.html` shows before the script runs, for the page or for an error message. */
export function endBoot(): void {
  document.querySelector('.boot')?.remove()
}

type NoticeProps = {
  cause: 'outdated' | 'unloaded' | null
  retry: (() => void) | undefined
  /** Close a notice over the page; undefined = the notice is in the place of the part. */
  close: (() => void) | undefined
}

function useEscape(act: (() => void) | undefined): void {
  useEffect(() => {
    if (!act) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // A dialog below the notice stays open.
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [act])
}

function CrashNotice({ cause, retry, close }: NoticeProps) {
  const unreachable = useUnreachable()
  // Without a connection, reloading would lose the page.
  const away = close !== undefined && cause === 'unloaded' && (unreachable || !navigator.onLine)
  useEscape(close)
  const help = away ? 'ui.networkFailed' : cause ? (`crash.${cause}Help` as const) : 'crash.help'
  return (
    <div
      role="alert"
      className={classNames(
        'grid place-content-center justify-items-center gap-3 p-4 text-center',
        close ? 'fixed inset-x-2 top-14 z-50 mx-auto max-w-md rounded-md border border-caution bg-surface' : 'min-h-80',
      )}
    >
      <TriangleAlert aria-hidden className="size-8 text-caution" strokeWidth={1.25} />
      <h1 className="text-base font-semibold">{say(cause ? `crash.${cause}` : 'crash.title')}</h1>
      <p className="max-w-md text-muted">{say(help)}</p>
      <div className="flex gap-2">
        {close && <Button onClick={close}>{say('ui.close')}</Button>}
        {!away && (
          <Button variant={retry ? 'default' : 'primary'} onClick={() => location.reload()}>
            {say('crash.reload')}
          </Button>
        )}
        {retry && (
          <Button variant="primary" onClick={retry}>
            {say('crash.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Contain an error in one part, or a script that failed to load, so that the rest of the page stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, outdated: false, closed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, outdated: false, closed: false }
  }

  override componentDidCatch(error: unknown): void {
    endBoot()
    if (!isUnloaded(error)) return
    onNoAnswer()
    void isNewerBuild().then((outdated) => this.setState({ outdated }))
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.error !== null && before.resetKey !== this.props.resetKey) this.setState({ error: null })
  }

  /**
   * Retry a script that failed to load while the server was unreachable, once it is back; a part that was never shown
   * has no unsaved input.
   */
  again = (): void => {
    if (this.state.closed || !isUnloaded(this.state.error)) return
    const { onRetry } = this.props
    if (onRetry) {
      onRetry()
      this.setState({ error: null })
    } else location.reload()
  }

  close = (): void => {
    this.setState({ closed: true })
    this.props.onClose?.()
  }

  override componentDidMount(): void {
    addEventListener('online', this.again)
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.again)
  }

  override render(): ReactNode {
    const { error, outdated, closed } = this.state
    if (error === null) return this.props.children
    if (closed) return null
    const { onRetry, floating } = this.props
    const retry =
      onRetry &&
      (() => {
        onRetry()
        this.setState({ error: null })
      })
    return (
      <CrashNotice
        cause={outdated ? 'outdated' : isUnloaded(error) ? 'unloaded' : null}
        // A script of an older build never loads.
        retry={outdated ? undefined : retry}
        close={floating ? this.close : undefined}
      />
    )
  }
}
