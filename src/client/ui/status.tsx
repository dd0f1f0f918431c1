import { CircleAlert, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

type EmptyStateProps = {
  title: string
  help?: string
  icon?: ReactNode
  action?: ReactNode
  className?: string
  /** It is all that the screen shows, so its title is the heading. */
  isPage?: boolean
}

/** A message that there are no rows, and what to do about it. */
export function EmptyState({ title, help, icon, action, className, isPage }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={classNames('flex flex-col items-center justify-center gap-2 px-4 py-10 text-center', className)}>
      <span className="text-muted">{icon ?? <Inbox aria-hidden className="size-8" strokeWidth={1.25} />}</span>
      <Title className="font-medium">{title}</Title>
      {help && <p className="max-w-md text-muted">{help}</p>}
      {action}
    </div>
  )
}

type ErrorStateProps = { message: string; onRetry: () => void; retrying?: boolean; className?: string }

/** A message why loading failed, with "try again". */
export function ErrorState({ message, onRetry, retrying = false, className }: ErrorStateProps) {
  const say = useWord()
  return (
    <div
      role="alert"
      className={classNames('flex flex-col items-center justify-center gap-3 px-4 py-10 text-center', className)}
    >
      <CircleAlert aria-hidden className="size-8 text-danger" strokeWidth={1.25} />
      <div>
        <p className="font-medium">{say('ui.loadFailed')}</p>
        <p className="max-w-md text-muted">{message}</p>
      </div>
      <Button onClick={onRetry} busy={retrying}>
        {say('ui.retry')}
      </Button>
    </div>
  )
}

type Failable = { error: unknown; refetch: () => unknown }
export type LoadError = { message: string; retry: () => void }

/** Return why a query failed and how to send it again, for a chart; undefined = it has not failed. */
export const loadErrorOf = ({ error, refetch }: Failable): LoadError | undefined =>
  error ? { message: messageOf(error), retry: () => void refetch() } : undefined

type QueryErrorProps = { query: Failable & { isFetching: boolean }; className?: string }

/** Why a query failed, with a button that sends it again. */
export const QueryError = ({ query, className }: QueryErrorProps) => (
  <ErrorState
    message={messageOf(query.error)}
    onRetry={() => void query.refetch()}
    retrying={query.isFetching}
    className={className}
  />
)
