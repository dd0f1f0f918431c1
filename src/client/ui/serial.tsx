import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { AppLink } from './app-link.tsx'
import { IconButton } from './button.tsx'
import { toastError } from './toast.ts'

/** A serial number in monospace with a copy button that shows on hover and focus; with `href` it leads to its device. */
export function Serial({ text, href }: { text: string; href?: string }) {
  const say = useWord()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => toastError(say('ui.copyFailed')),
    ) ?? toastError(say('ui.copyFailed'))
  return (
    <span className="group inline-flex items-center gap-1 whitespace-nowrap">
      {href === undefined ? (
        <span className="font-mono">{text}</span>
      ) : (
        <AppLink href={href} className="font-mono text-accent underline-offset-2 hover:underline">
          {text}
        </AppLink>
      )}
      <IconButton
        size="sm"
        label={copied ? say('ui.copied') : say('ui.copy', { text })}
        className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        icon={
          copied ? <Check aria-hidden className="size-3.5 text-success" /> : <Copy aria-hidden className="size-3.5" />
        }
        onClick={(event) => {
          event.stopPropagation()
          void copy()
        }}
      />
      <span role="status" className="sr-only">
        {copied ? say('ui.copied') : ''}
      </span>
    </span>
  )
}
