import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useDraftForm } from '#client/ui/form/use-draft-form.ts'
import { formatInstant } from '#client/ui/instant.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { distinctSerials, longestSerialList, serialsOf } from '#shared/serial-lists.ts'
import { type StocktakeDraft, StocktakeForm } from './stocktake-form.tsx'
import { StocktakeResult } from './stocktake-result.tsx'

const empty: StocktakeDraft = { serials: '', note: '' }
const shownEarlier = 10

function isCountable({ serials }: StocktakeDraft): boolean {
  const count = distinctSerials(serialsOf(serials)).serials.length
  return count > 0 && count <= longestSerialList
}

type Props = { site: { id: number; name: string }; onClose: () => void }

/**
 * Stocktake of the machines of a site: scanned serials are compared with the records and saved; earlier stocktakes can
 * be opened.
 */
export function StocktakeDialog({ site, onClose }: Props) {
  const [opened, setOpened] = useState<number | null>(null)
  return opened === null ? (
    <CountDialog site={site} onClose={onClose} onOpen={setOpened} />
  ) : (
    <ResultDialog id={opened} site={site} onClose={onClose} onBack={() => setOpened(null)} />
  )
}

function CountDialog({ site, onClose, onOpen }: Props & { onOpen: (id: number) => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const save = trpc.stocktakes.save.useMutation({ meta: { silent: true } })
  // Closing with entered serials asks first, so that an hour of scanning is not lost by mistake.
  const form = useDraftForm({
    values: empty,
    isRight: isCountable,
    send: async ({ serials, note }) => {
      const kept = await save.mutateAsync({ siteId: site.id, serials, note })
      utils.stocktakes.get.setData({ id: kept.id }, kept)
      return kept
    },
    refresh: () => utils.stocktakes.find.invalidate(),
    onSaved: ({ id }) => onOpen(id),
    done: () => null,
  })
  return (
    <FormDialog
      form={form}
      size="lg"
      title={say('stocktake.title', { site: site.name })}
      submit={{ label: say('stocktake.compare') }}
      onClose={onClose}
    >
      <StocktakeForm draft={form.values} tried={form.tried} onChange={form.change} />
      <Earlier siteId={site.id} onOpen={onOpen} />
    </FormDialog>
  )
}

type ResultProps = Props & { id: number; onBack: () => void }

function ResultDialog({ id, site, onClose, onBack }: ResultProps) {
  const say = useWord()
  const result = trpc.stocktakes.get.useQuery({ id }, { meta: { silent: true } })
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={say('stocktake.title', { site: site.name })}
      footer={
        <>
          <Button onClick={onBack}>{say('ui.back')}</Button>
          <Button variant="primary" onClick={onClose}>
            {say('ui.close')}
          </Button>
        </>
      }
    >
      {result.data ? (
        <StocktakeResult stocktake={result.data} />
      ) : result.error ? (
        <p role="alert" className="text-danger">
          {messageOf(result.error)}
        </p>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  )
}

function Earlier({ siteId, onOpen }: { siteId: number; onOpen: (id: number) => void }) {
  const say = useWord()
  const { timeZone } = useSession()
  const list = trpc.stocktakes.find.useQuery({ siteId, size: shownEarlier }, { meta: { silent: true } })
  return (
    <section className="grid gap-1">
      <h3 className="font-semibold">{say('stocktake.earlier')}</h3>
      <ScrollBox label={say('stocktake.earlier')}>
        <PlainTable
          label={say('stocktake.earlier')}
          columns={[
            { title: say('stocktake.open') },
            { title: say('stocktake.missing'), figures: true },
            { title: say('stocktake.foreign'), figures: true },
            { title: say('stocktake.unknown'), figures: true },
            { title: say('stocktake.here'), figures: true },
          ]}
          rows={(list.data?.data ?? []).map(({ id, at, person, counts }) => ({
            key: String(id),
            cells: [
              <button
                key="open"
                type="button"
                className="min-h-6 text-accent underline-offset-2 hover:underline"
                onClick={() => onOpen(id)}
              >
                {[`${id}`, formatInstant(at, timeZone), person].filter(Boolean).join(' · ')}
              </button>,
              formatNumber(counts.missing),
              formatNumber(counts.foreign),
              formatNumber(counts.unknown),
              formatNumber(counts.here),
            ],
          }))}
          empty={list.isPending ? '…' : say('stocktake.none')}
        />
      </ScrollBox>
    </section>
  )
}
