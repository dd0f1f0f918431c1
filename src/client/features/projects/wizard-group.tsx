import { type ReactNode, useId } from 'react'

/** Related fields under a heading. */
export function WizardGroup({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="@container rounded-md border border-line bg-surface p-4">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {help && <p className="text-xs text-muted">{help}</p>}
      <div className="mt-3 grid grid-cols-1 items-start gap-x-4 gap-y-4 @sm:grid-cols-2 @2xl:grid-cols-3 @5xl:grid-cols-4">
        {children}
      </div>
    </section>
  )
}
