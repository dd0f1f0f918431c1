import { TriangleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { say } from './i18n.ts'
import { Button } from './ui/button.tsx'

type State = { error: unknown }

// A chunk of an older build that is gone from the server, in the words of Chromium, Firefox and Safari.
const isOutdated = (error: unknown) =>
  error instanceof Error && /dynamically imported module|error loading dynamically|importing a module script/i.test(error.message)

/** Keeps a defect in one screen from taking the page away. `resetKey` = a new value tries again, for example the path. */
export class ErrorBoundary extends Component<{ children: ReactNode; resetKey?: string }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidUpdate(before: { resetKey?: string }): void {
    if (this.state.error !== null && before.resetKey !== this.props.resetKey) this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const outdated = isOutdated(error)
    return (
      <div role="alert" className="grid min-h-80 place-content-center justify-items-center gap-3 p-4 text-center">
        <TriangleAlert aria-hidden className="size-8 text-caution" strokeWidth={1.25} />
        <h1 className="text-base font-semibold">{say(outdated ? 'crash.updated' : 'crash.title')}</h1>
        <p className="max-w-md text-muted">{say(outdated ? 'crash.updatedHelp' : 'crash.help')}</p>
        <Button variant="primary" onClick={() => location.reload()}>
          {say('crash.reload')}
        </Button>
      </div>
    )
  }
}
