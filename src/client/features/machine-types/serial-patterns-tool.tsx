import { Hash } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SerialPatternsDialog } from './serial-patterns-dialog.tsx'

/**
 * Open the serial patterns of a base, for people who update its machines; a person with several bases chooses one
 * first.
 */
export function SerialPatternsTool() {
  const say = useWord()
  const may = useMay('base_screen')
  const [open, setOpen] = useState(false)
  const own = trpc.devices.serialPatterns.useQuery({}, { enabled: may, retry: false, meta: { silent: true } })
  if (!may) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={<Hash aria-hidden className="size-4" />} disabled={own.isFetching} onClick={() => setOpen(true)}>
        {say('serialPatterns.title')}
      </Button>
      {open &&
        (own.data ? <SerialPatternsDialog known={own.data} onClose={close} /> : <PatternsOfBase onClose={close} />)}
    </>
  )
}

/** Ask for a base or a site of it, then open its patterns. */
function PatternsOfBase({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const [companyId, setCompanyId] = useState<number | null>(null)
  const sites = useSiteChoices()
  const found = trpc.devices.serialPatterns.useQuery(
    { companyId: companyId ?? undefined },
    { enabled: companyId !== null, retry: false, meta: { silent: true } },
  )
  if (companyId !== null && found.data) return <SerialPatternsDialog known={found.data} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={say('serialPatterns.title')}
      footer={<Button onClick={onClose}>{say('ui.cancel')}</Button>}
    >
      <div className="grid gap-3">
        <p>{say('serialPatterns.about')}</p>
        <Combobox
          label={say('serialPatterns.base')}
          help={say('serialPatterns.base.help')}
          required
          value={companyId}
          options={sites.options}
          loading={sites.loading || (companyId !== null && found.isFetching)}
          {...(sites.search ? { onSearch: sites.search } : {})}
          onChange={setCompanyId}
        />
        {companyId !== null && found.error && (
          <p role="alert" className="text-danger">
            {messageOf(found.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
