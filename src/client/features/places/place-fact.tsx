import { AppLink } from '#client/ui/app-link.tsx'

/** "Client: 晨曦数据", leading somewhere when there is somewhere to go. */
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
