import { useMemo, useState } from 'react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { actionForm, FormDialog } from '#client/ui/form/form-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import {
  distinctSerials,
  largeFleet,
  longestListOfLargeFleet,
  longestSerialList,
  serialsOf,
} from '#shared/serial-lists.ts'

type Props = { start: string; onClose: () => void; onFound: (serialList: string) => void }

/** Parse pasted serials with any separator, and filter the list by them. */
export function SerialListDialog({ start, onClose, onFound }: Props) {
  const say = useWord()
  const [text, setText] = useState(start)
  const [attempts, setAttempts] = useState(0)
  const { serials, repeated } = useMemo(() => distinctSerials(serialsOf(text)), [text])
  const keep = trpc.devices.keepSerials.useMutation({
    meta: { silent: true },
    onSuccess: ({ serialList }) => onFound(serialList),
  })
  const tooMany = serials.length + repeated > longestSerialList
  const numbers = { count: formatNumber(serials.length), repeated: formatNumber(repeated) }
  const submit = async () => {
    setAttempts((before) => before + 1)
    if (serials.length > 0 && !tooMany) await keep.mutateAsync({ serials: text }).catch(() => undefined)
  }
  return (
    <FormDialog
      form={actionForm({ busy: keep.isPending, dirty: text !== start, submit, error: keep.error, attempts })}
      size="md"
      title={say('serialList.title')}
      submit={{ label: say('serialList.find', numbers) }}
      onClose={onClose}
    >
      <TextArea
        label={say('serialList.serials')}
        help={say('serialList.help', {
          most: formatNumber(longestSerialList),
          fewer: formatNumber(longestListOfLargeFleet),
          fleet: formatNumber(largeFleet),
        })}
        error={
          tooMany
            ? say('serialList.tooMany', {
                count: formatNumber(serials.length + repeated),
                most: formatNumber(longestSerialList),
              })
            : attempts > 0 && serials.length === 0
              ? say('serialList.missing')
              : null
        }
        required
        controlClassName="min-h-48 font-mono"
        rows={10}
        spellCheck={false}
        data-autofocus
        value={text}
        onChange={setText}
      />
      <p role="status" className="figures min-h-5 text-muted">
        {serials.length > 0 && say('serialList.counted', numbers)}
      </p>
    </FormDialog>
  )
}
