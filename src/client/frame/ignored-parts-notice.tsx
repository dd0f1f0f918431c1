import { TriangleAlert, X } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { dismissIgnoredParts } from '#client/ignored-parts.ts'
import type { UnknownPart } from '#client/read-address.ts'
import { Button } from '#client/ui/button.tsx'

/**
 * A notice that names the parts of the address that were not understood, so that the screen does not silently show more
 * than was requested.
 */
export function IgnoredPartsNotice({ parts }: { parts: readonly UnknownPart[] }) {
  const say = useWord()
  return (
    <div className="mb-4 flex items-start gap-2 rounded-md border border-line bg-caution-soft px-3 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <p role="status" className="min-w-0 flex-1 break-words">
        {say('fleet.unknownParts', {
          parts: parts.map(({ name, value }) => `${name}=${value.slice(0, 64)}`).join(', '),
        })}
      </p>
      <Button
        variant="quiet"
        size="sm"
        icon={<X aria-hidden className="size-4" />}
        aria-label={say('ui.close')}
        onClick={dismissIgnoredParts}
      />
    </div>
  )
}
