import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const hint = (content: ReactNode) =>
  typeof content === 'string' || typeof content === 'number' ? String(content) : undefined

type Props = {
  top: ReactNode
  under?: ReactNode
  /** The width at which a line is truncated; the tooltip shows the whole text of a truncated line. */
  className?: string
}

/** Two related values of a row, the second one small below the first, so that a table needs no horizontal scrolling. */
export const TwoLines = ({ top, under, className = 'max-w-32' }: Props) => (
  // In comfortable rows two lines keep some space to the lines between the rows.
  <span className={classNames('block sm:in-[.h-10]:py-1', className)}>
    <span className="block truncate" title={hint(top)}>
      {top}
    </span>
    {under !== null && under !== undefined && under !== false && under !== '' && (
      <span className="under block truncate text-xs text-muted" title={hint(under)}>
        {under}
      </span>
    )}
  </span>
)
