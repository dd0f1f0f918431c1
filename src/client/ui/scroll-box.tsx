import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type ScrollBoxProps = { label: string; className?: string; style?: CSSProperties; children: ReactNode }

/**
 * A scrollable box without focusable content: it takes the focus itself, so that arrow keys scroll it, and has a label.
 * It is a group, because a region would add a landmark.
 */
export function ScrollBox({ label, className, style, children }: ScrollBoxProps) {
  return (
    <div role="group" aria-label={label} tabIndex={0} className={classNames('overflow-auto', className)} style={style}>
      {children}
    </div>
  )
}
