import { AppLink } from './app-link.tsx'
import { CopyButton } from './copy-button.tsx'

/**
 * A serial number in monospace with a copy button that appears on hover and focus; with `href` it links to its device.
 */
export const Serial = ({ text, href }: { text: string; href?: string }) => (
  <span className="group inline-flex items-center gap-1 align-top whitespace-nowrap">
    {href === undefined ? (
      <span className="font-mono">{text}</span>
    ) : (
      <AppLink href={href} className="-my-0.5 py-0.5 font-mono text-accent underline-offset-2 hover:underline">
        {text}
      </AppLink>
    )}
    <CopyButton
      text={text}
      className="-my-1.5 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
    />
  </span>
)
