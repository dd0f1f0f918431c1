import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const hint = (content: ReactNode) =>
  typeof content === 'string' || typeof content === 'number' ? String(content) : undefined

type Props = {
  top: ReactNode
  under?: ReactNode /** The width at which either is cut off; a cut text says itself in full on hover. */
  className?: string
}

/** Two facts of a row that belong together, the second small below the first, so that a table needs no sideways scrolling. */
export const TwoLines = ({ top, under, className = 'max-w-32' }: Props) => (
  <span className={classNames('block', className)}>
    <span className="block truncate" title={hint(top)}>
      {top}
    </span>
    {under !== null && under !== undefined && under !== false && under !== '' && (
      <span className="block truncate text-xs text-muted" title={hint(under)}>
        {under}
      </span>
    )}
  </span>
)
