import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SerialPatternsDialog } from './serial-patterns-dialog.tsx'

/** Ask for a base or a site of it, then open its patterns. */
export function PatternsOfBase({ onClose }: { onClose: () => void }) {
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
