import type { ReactNode } from 'react'

/**
 * A named part of a wall; `grow` = its share of the space in a column. It never grows with its content: the wall does
 * not scroll.
 */
export function WallPanel({ title, grow, children }: { title: string; grow?: number; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-surface p-(--wall-pad)"
      style={{ flexGrow: grow }}
    >
      <h2 className="mb-[0.6em] text-(length:--wall-small) sm:truncate font-medium text-muted">{title}</h2>
      <div className="min-h-0 flex-1 overflow-hidden">{children}</div>
    </section>
  )
}
