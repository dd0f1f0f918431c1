import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { useMay } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { HashRulesDialog } from './hash-rules-dialog.tsx'

/** Opens the targets of the machine types, for anyone who may set them. */
export function HashRulesTool() {
  const say = useWord()
  const may = useMay('indicator_out')
  const [open, setOpen] = useState(false)
  const rules = trpc.devices.hashRules.useQuery(undefined, { enabled: may })
  if (!may) return null
  return (
    <>
      <Button icon={<SlidersHorizontal aria-hidden className="size-4" />} disabled={!rules.data || rules.isFetching} onClick={() => setOpen(true)}>
        {say('hashRules.title')}
      </Button>
      {open && rules.data && <HashRulesDialog rules={rules.data} onClose={() => setOpen(false)} />}
    </>
  )
}
