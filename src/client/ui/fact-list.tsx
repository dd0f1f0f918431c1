import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

/** Facts with their names, in the details of a record. */
export const FactList = ({ title, facts }: { title?: string; facts: readonly Fact[] }) => (
  <section className="details @container border-b border-line p-4 last:border-b-0">
    {title && <h3 className="mb-2 font-semibold">{title}</h3>}
    <dl className="grid gap-x-3 gap-y-2 @3xs:grid-cols-[6.5rem_1fr] @xs:grid-cols-[8.75rem_1fr]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
