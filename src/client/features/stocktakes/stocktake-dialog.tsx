import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { distinctSerials, longestSerialList, serialsOf } from '#shared/serial-lists.ts'
import { type StocktakeDraft, StocktakeForm } from './stocktake-form.tsx'
import { StocktakeResult } from './stocktake-result.tsx'

const empty: StocktakeDraft = { serials: '', note: '' }
const shownEarlier = 10

type Props = { site: { id: number; name: string }; onClose: () => void }

/** Counts the machines of a site: what is scanned is compared and kept; what was counted before can be read again. */
export function StocktakeDialog({ site, onClose }: Props) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [draft, setDraft] = useState(empty)
  const [opened, setOpened] = useState<number | null>(null)
  const result = trpc.stocktakes.get.useQuery({ id: opened ?? 0 }, { enabled: opened !== null, meta: { silent: true } })
  const save = trpc.stocktakes.save.useMutation({
    meta: { silent: true },
    onSuccess: async (kept) => {
      utils.stocktakes.get.setData({ id: kept.id }, kept)
      setOpened(kept.id)
      setDraft(empty)
      await utils.stocktakes.find.invalidate()
    },
  })
  const count = distinctSerials(serialsOf(draft.serials)).serials.length
  const ready = count > 0 && count <= longestSerialList
  const leave = async () => {
    // An hour of scanning is not lost by a slip.
    if (
      draft.serials.trim() === '' ||
      (await askConfirm({ message: say('ui.discardAsk'), confirmText: say('ui.discard'), danger: true }))
    )
      onClose()
  }
  return (
    <Dialog
      open
      onClose={() => void leave()}
      size="lg"
      title={say('stocktake.title', { site: site.name })}
      footer={
        opened === null ? (
          <>
            <Button onClick={() => void leave()}>{say('ui.close')}</Button>
            <Button
              variant="primary"
              disabled={!ready}
              busy={save.isPending}
              onClick={() => save.mutate({ siteId: site.id, serials: draft.serials, note: draft.note })}
            >
              {say('stocktake.compare')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setOpened(null)}>{say('stocktake.back')}</Button>
            <Button variant="primary" onClick={onClose}>
              {say('ui.close')}
            </Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {opened === null ? (
          <>
            <StocktakeForm draft={draft} onChange={(patch) => setDraft((before) => ({ ...before, ...patch }))} />
            {save.error && (
              <p role="alert" className="text-danger">
                {messageOf(save.error)}
              </p>
            )}
            <Earlier siteId={site.id} onOpen={setOpened} />
          </>
        ) : result.data ? (
          <StocktakeResult stocktake={result.data} />
        ) : result.error ? (
          <p role="alert" className="text-danger">
            {messageOf(result.error)}
          </p>
        ) : (
          <Skeleton className="h-64 w-full" />
        )}
      </div>
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
