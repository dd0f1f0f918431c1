import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = { label: string; onOpen: () => void; children: ReactNode }

/**
 * The name of a row, as a button that looks like a link and opens the row's details. `label` = the text for screen
 * readers.
 */
export const OpenButton = ({ label, onOpen, children }: Props) => (
  <Button variant="quiet" size="sm" className="-ml-2 text-sm! text-accent!" aria-label={label} onClick={onOpen}>
    {children}
  </Button>
)
