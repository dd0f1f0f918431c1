import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type ScrollBoxProps = { label: string; className?: string; style?: CSSProperties; children: ReactNode }

/** A box that scrolls what nothing in it can take the focus of: it takes the focus itself, so that arrow keys scroll it, and says what it is. A group: a region would be one more landmark. */
export function ScrollBox({ label, className, style, children }: ScrollBoxProps) {
  return (
    <div role="group" aria-label={label} tabIndex={0} className={classNames('overflow-auto', className)} style={style}>
      {children}
    </div>
  )
}
