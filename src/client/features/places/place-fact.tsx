import { AppLink } from '#client/ui/app-link.tsx'

/** A fact such as "Client: 晨曦数据", as a link when `href` is given. */
export const PlaceFact = ({ name, value, href }: { name: string; value: string | null; href?: string }) =>
  value === null || value === '' ? null : (
    <span>
      {name}{' '}
      {href ? (
        <AppLink href={href} className="text-accent underline underline-offset-2">
          {value}
        </AppLink>
      ) : (
        <span className="text-ink">{value}</span>
      )}
    </span>
  )
