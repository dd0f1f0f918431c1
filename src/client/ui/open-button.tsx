import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = { label: string; onOpen: () => void; children: ReactNode }

/** What a row is called, as a button that looks like a link and opens its details. `label` = what a screen reader says. */
export const OpenButton = ({ label, onOpen, children }: Props) => (
  <Button variant="quiet" size="sm" className="-ml-2 text-sm! text-accent!" aria-label={label} onClick={onOpen}>
    {children}
  </Button>
)
