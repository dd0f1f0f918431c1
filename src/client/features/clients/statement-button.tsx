import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { businessDay } from '#shared/dates.ts'
import { StatementDialog } from './statement-dialog.tsx'

/** Opens the monthly statement of a client. */
export function StatementButton({ client }: { client: { id: number; name: string } }) {
  const say = useWord()
  const { timeZone } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<FileText aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {say('statement.name')}
      </Button>
      <StatementDialog client={client} newest={businessDay(new Date(), timeZone)} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
