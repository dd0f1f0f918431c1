import type { z } from 'zod'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { TextField } from '#client/ui/field.tsx'
import { BaseChoice, useOwnBase } from '#client/ui/form/base-choice.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { type FeedSourceRow, FeedSourceSave, NewFeedSource } from '#shared/feed-sources.ts'

type FormProps = { row: FeedSourceRow | null; onClose: () => void }

function schemaFor(row: FeedSourceRow | null): z.ZodObject {
  if (row) return FeedSourceSave
  return NewFeedSource
}

/** Set or change the address of a base; the operator's own address is in the settings of the server. */
export function SourceForm({ row, onClose }: FormProps) {
  const ownBase = useOwnBase()
  const utils = trpc.useUtils()
  const save = trpc.feedSources.save.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'feedSources',
    schema: schemaFor(row),
    values: { address: '', everyMinutes: String(row?.everyMinutes ?? 60), companyId: row?.companyId ?? ownBase },
    row,
    send: ({ values: { address, everyMinutes, companyId: base }, row: stored }) => {
      const sent = { address, everyMinutes: everyMinutes as unknown as number }
      return save.mutateAsync(
        stored ? { ...sent, id: stored.id, rowVersion: stored.rowVersion } : { ...sent, companyId: base ?? undefined },
      )
    },
    refresh: () => utils.feedSources.invalidate(),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={say(row ? 'feedSources.editTitle' : 'feedSources.add')} onClose={onClose}>
      {row === null && (
        <BaseChoice {...form.choice('companyId')} basesOnly onChange={(base) => form.change({ companyId: base })} />
      )}
      <TextField
        {...form.text('address')}
        help={[form.text('address').help, row && say('feedSources.keptEmpty')].filter(Boolean).join(' ')}
        required={row === null}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextField {...form.text('everyMinutes')} inputMode="numeric" />
    </FormDialog>
  )
}
