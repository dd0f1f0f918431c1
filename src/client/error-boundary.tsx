import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { say } from './i18n.ts'
import { Button } from './ui/button.tsx'
import { classNames } from './ui/class-names.ts'

type State = { error: unknown }
type Props = {
  children: ReactNode
  /** A new value tries again, for example the path. */
  resetKey?: string
  /** Gets ready for another try, for example loads again. */
  onRetry?: () => void
  /** A small notice over the page, for a part that has no place of its own. */
  floating?: boolean
}

// A script that did not come: the server is away, or has a newer build without it. In the words of Chromium, Firefox and Safari.
const isUnloaded = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|error loading dynamically|importing a module script/i.test(error.message)

/** The frame that `index.html` shows before the script is there has to go, for the page or for what is said in its place. */
export function endBoot(): void {
  document.querySelector('.boot')?.remove()
}

/** Keeps a defect in one part, or a part whose script did not come, from taking the page away. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(): void {
    endBoot()
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.error !== null && before.resetKey !== this.props.resetKey) this.setState({ error: null })
  }

  /** A script that did not come while the server was away comes once it is back; nothing was entered in a part that was never shown. */
  again = (): void => {
    if (!isUnloaded(this.state.error)) return
    const { onRetry } = this.props
    if (onRetry) {
      onRetry()
      this.setState({ error: null })
    } else location.reload()
  }

  override componentDidMount(): void {
    addEventListener('online', this.again)
  }

  override componentWillUnmount(): void {
    removeEventListener('online', this.again)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const unloaded = isUnloaded(error)
    const { onRetry, floating } = this.props
    const retry =
      onRetry &&
      (() => {
        onRetry()
        this.setState({ error: null })
      })
    return (
      <div
        role="alert"
        className={classNames(
          'grid place-content-center justify-items-center gap-3 p-4 text-center',
          floating
            ? 'fixed inset-x-2 top-14 z-50 mx-auto max-w-md rounded-md border border-caution bg-surface'
            : 'min-h-80',
        )}
      >
        <TriangleAlert aria-hidden className="size-8 text-caution" strokeWidth={1.25} />
        <h1 className="text-base font-semibold">{say(unloaded ? 'crash.unloaded' : 'crash.title')}</h1>
        <p className="max-w-md text-muted">{say(unloaded ? 'crash.unloadedHelp' : 'crash.help')}</p>
        <div className="flex gap-2">
          {retry && (
            <Button variant="primary" onClick={retry}>
              {say('crash.retry')}
            </Button>
          )}
          <Button variant={retry ? 'default' : 'primary'} onClick={() => location.reload()}>
            {say('crash.reload')}
          </Button>
        </div>
      </div>
    )
  }
}
