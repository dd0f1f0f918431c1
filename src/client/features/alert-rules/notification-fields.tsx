import { Plus, X } from 'lucide-react'
import { ChannelChoice } from '#client/features/channels/channel-choice.tsx'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { maxPageSize } from '#shared/paging.ts'

/** `null` = every channel of the base, [] = only on the console. */
export type NotifiedChannels = number[] | null
export type StepValue = { afterMinutes: string; channelId: number | null }
const ways = ['all', 'chosen', 'console'] as const
type Way = (typeof ways)[number]
const mostSteps = 3
const firstStepMinutes = '30'

type Props = {
  channelIds: NotifiedChannels
  /** The user chose "some channels", but none of them yet. */
  choosing: boolean
  onChange: (channelIds: NotifiedChannels, choosing: boolean) => void
  error: string | null
}

/**
 * The channels that a rule's events are sent to. A client's own channels always get the events of its machines, and are
 * not among these.
 */
export function NotificationFields({ channelIds, choosing, onChange, error }: Props) {
  const way: Way = channelIds === null ? 'all' : channelIds.length > 0 || choosing ? 'chosen' : 'console'
  return (
    <>
      <Select
        label={say('alertRules.channelIds')}
        help={say('alertRules.channelIds.help')}
        value={way}
        options={ways.map((value) => ({ value, label: say(`alertRules.notified.${value}`) }))}
        onChange={(next) => onChange(next === 'all' ? null : [], next === 'chosen')}
        className="sm:col-span-2"
      />
      {way === 'chosen' && (
        <ChannelChoice
          label={say('alertRules.notified.chosen')}
          value={channelIds ?? []}
          onChange={(ids) => onChange(ids, true)}
          when={({ clientId }) => clientId === null}
          error={error}
          none={say('alertRules.noChannels')}
        />
      )}
    </>
  )
}

/** The next recipients while nobody has acknowledged the event: up to three steps. */
export function StepFields({
  steps,
  onChange,
}: {
  steps: readonly StepValue[]
  onChange: (steps: StepValue[]) => void
}) {
  const { data } = trpc.channels.find.useQuery({ page: 1, size: maxPageSize }, { meta: { silent: true } })
  const channels = data?.data.filter(({ clientId }) => clientId === null) ?? []
  const change = (at: number, patch: Partial<StepValue>) =>
    onChange(steps.map((step, index) => (index === at ? { ...step, ...patch } : step)))
  if (channels.length === 0 && steps.length === 0) return null
  return (
    <fieldset className="grid gap-2 sm:col-span-2">
      <legend className="mb-1 font-medium">{say('alertRules.steps')}</legend>
      {steps.map(({ afterMinutes, channelId }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
        <div key={at} className="flex flex-wrap items-end gap-2">
          <TextField
            label={say('alertRules.step.minutes')}
            value={afterMinutes}
            inputMode="numeric"
            onChange={(next) => change(at, { afterMinutes: next })}
            className="w-28"
          />
          <Select
            label={say('alertRules.step.channel')}
            value={channelId}
            options={channels.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(next) => change(at, { channelId: next })}
            className="min-w-40 flex-1"
          />
          <Button
            variant="quiet"
            icon={<X aria-hidden className="size-4" />}
            aria-label={say('alertRules.step.remove', { number: at + 1 })}
            onClick={() => onChange(steps.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {steps.length < mostSteps && channels.length > 0 && (
        <span>
          <Button
            size="sm"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => onChange([...steps, { afterMinutes: firstStepMinutes, channelId: channels[0]?.id ?? null }])}
          >
            {say('alertRules.step.add')}
          </Button>
        </span>
      )}
    </fieldset>
  )
}
