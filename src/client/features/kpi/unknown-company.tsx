import { useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/status.tsx'

/** The address names a company that does not exist or that the user does not see. */
export function UnknownCompany({ onBack }: { onBack: () => void }) {
  const say = useWord()
  return (
    <EmptyState
      title={say('error.notFound')}
      action={<Button onClick={onBack}>{say('ui.back')}</Button>}
      className="min-h-96"
    />
  )
}
