import { UserPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { toastSuccess, toastWarning } from '#client/ui/toast.ts'
import type { DeviceDetail } from '#shared/devices.ts'

/** The reviewers of a device, and the dialog that adds one. */
export function DeviceReviewers({ device }: { device: DeviceDetail }) {
  const say = useWord()
  return (
    <Card title={say('trace.reviewers')}>
      {device.checks.length === 0 ? (
        <p className="text-muted">{say('trace.noReviewers')}</p>
      ) : (
        <ul aria-label={say('trace.reviewers')} className="flex flex-wrap gap-2">
          {device.checks.map(({ id, name }) => (
            <li key={id} className="rounded-md border border-line px-2 py-0.5">
              {name}
            </li>
          ))}
        </ul>
      )}
      {device.state !== 'scrap' && <AddReviewer device={device} />}
    </Card>
  )
}

function AddReviewer({ device }: { device: DeviceDetail }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [chosen, setChosen] = useState<number | null>(null)
  const people = trpc.devices.reviewers.useQuery({ id: device.id })
  const options = (people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const add = trpc.devices.addChecks.useMutation({
    // Documented: show a failure here as a warning.
    meta: { silent: true },
    onError: (error) => toastWarning(messageOf(error)),
    onSuccess: async (_, { people: added }) => {
      setChosen(null)
      toastSuccess(say('trace.added', { name: options.find(({ value }) => value === added[0]?.id)?.label ?? '' }))
      await utils.devices.invalidate()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null || add.isPending) return
    if (device.checks.some(({ id }) => id === chosen)) toastWarning(say('trace.alreadyAdded'))
    else add.mutate({ id: device.id, people: [{ id: chosen }] })
  }
  return (
    <form onSubmit={submit} className="mt-3 flex items-start gap-2">
      <Combobox
        label={say('trace.addReviewer')}
        help={say('trace.addReviewerHint')}
        className="flex-1"
        value={chosen}
        options={options}
        loading={people.isLoading}
        placeholder={say('ui.choose')}
        onChange={setChosen}
      />
      <Button
        type="submit"
        className="mt-6"
        busy={add.isPending}
        disabled={chosen === null}
        icon={<UserPlus aria-hidden className="size-4" />}
      >
        {say('trace.add')}
      </Button>
    </form>
  )
}
