import { TriangleAlert } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import type { UnknownPart } from './device-view.ts'

/** Says what of the address was not understood, instead of quietly showing more than was asked for. */
export function UnknownParts({ parts }: { parts: readonly UnknownPart[] }) {
  const say = useWord()
  if (parts.length === 0) return null
  return (
    <p role="alert" className="flex items-center gap-2 rounded-md border border-line bg-caution-soft px-3 py-2">
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-caution" />
      {say('fleet.unknownParts', { parts: parts.map(({ name, value }) => `${name}=${value}`).join(', ') })}
    </p>
  )
}
