import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { useOpens } from '#client/ui/list/address-view.ts'
import { businessDay } from '#shared/business-time.ts'

const StatementDialog = lazyPart(async () => (await import('./statement-dialog.tsx')).StatementDialog)

/** Open the monthly statement of a client. */
export function StatementButton({ client }: { client: { id: number; name: string } }) {
  const say = useWord()
  const { timeZone } = useSession()
  const [open, setOpen] = useState(false)
  // Keep the dialog mounted after closing, so that it keeps the chosen month.
  const [isMounted, setMounted] = useState(false)
  const show = () => {
    setMounted(true)
    setOpen(true)
  }
  const opens = useOpens('statement')
  useEffect(() => {
    if (opens === null) return
    setMounted(true)
    setOpen(true)
  }, [opens])
  return (
    <>
      <Button variant="primary" icon={<FileText aria-hidden className="size-4" />} onClick={show}>
        {say('statement.name')}
      </Button>
      {isMounted && (
        <StatementDialog
          client={client}
          newest={businessDay(new Date(), timeZone)}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
