import { say, sayTitle } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import type { ChannelRow } from '#shared/channels.ts'
import { maxPageSize } from '#shared/paging.ts'

type Props = {
  label: string
  value: readonly number[]
  onChange: (ids: number[]) => void
  /** The channels that can be chosen. */
  when?: (channel: ChannelRow) => boolean
  error?: string | null
  required?: boolean
  /** The text shown if there is no channel. */
  none: string
}

/** Channels to select. The next change removes a chosen channel that no longer exists. */
export function ChannelChoice({ label, value, onChange, when = () => true, error, required, none }: Props) {
  const { data } = trpc.channels.find.useQuery({ page: 1, size: maxPageSize }, { meta: { silent: true } })
  const channels = data?.data.filter((channel) => when(channel)) ?? []
  const there = new Set(channels.map(({ id }) => id))
  const kept = value.filter((id) => there.has(id))
  return (
    <fieldset className="grid gap-1 sm:col-span-2" aria-invalid={error ? true : undefined}>
      <legend className="mb-1 font-medium">
        {label}
        {required && <span className="text-danger"> *</span>}
      </legend>
      {data && channels.length === 0 && <p className="text-muted">{none}</p>}
      {channels.map(({ id, name, kind, state, client }) => (
        <label key={id} className="flex min-h-8 min-w-0 items-center gap-2">
          <input
            type="checkbox"
            checked={kept.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...kept, id] : kept.filter((one) => one !== id))}
          />
          <span className="min-w-0 truncate">
            {name}{' '}
            <span className="text-muted">
              {[sayTitle(`channels.kind.${kind}`), client].filter(Boolean).join(' · ')}
            </span>{' '}
            {state !== 'on' && <span className="text-danger">{say(`channels.state.${state}`)}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
