import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { say, useWord } from '#client/i18n.ts'
import { IconButton } from './button.tsx'
import { toastError } from './toast.ts'

/**
 * Copy a text to the clipboard; show an error if the browser refuses.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toastError(say('ui.copyFailed'))
    return false
  }
}

type Props = { text: string; label?: string; className?: string }

/** A small button that copies a text and confirms it for a moment. */
export function CopyButton({ text, label, className }: Props) {
  const word = useWord()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <IconButton
        size="sm"
        label={copied ? word('ui.copied') : (label ?? word('ui.copy', { text }))}
        {...(className ? { className } : {})}
        icon={
          copied ? <Check aria-hidden className="size-3.5 text-success" /> : <Copy aria-hidden className="size-3.5" />
        }
        onClick={(event) => {
          event.stopPropagation()
          void copyText(text).then(setCopied)
        }}
      />
      <span role="status" className="sr-only">
        {copied ? word('ui.copied') : ''}
      </span>
    </>
  )
}
