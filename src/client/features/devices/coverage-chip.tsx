import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { formatNumber, useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { WallCoverage } from '#shared/cockpits.ts'

/** Loaded when the chip is opened. */
const CoverageSites = lazyPart(async () => (await import('./coverage-sites.tsx')).CoverageSites)

/** The share of machines that reported on the business date; the opened chip lists the sites with missing reports. */
export function CoverageChip({ coverage }: { coverage: WallCoverage }) {
  const say = useWord()
  const { expected, reported, sites, lacking } = coverage
  const missing = sites.some(({ status }) => status === 'missing')
  const Mark = missing ? TriangleAlert : lacking === 0 ? CircleCheck : null
  if (expected === 0) return null
  return (
    <Popover className="relative">
      <PopoverButton className="figures inline-flex min-h-7 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-xs hover:border-control">
        {Mark && <Mark aria-hidden className={classNames('size-3.5', missing ? 'text-caution' : 'text-success')} />}
        {say('coverage.chip', { reported: formatNumber(reported), expected: formatNumber(expected) })}
      </PopoverButton>
      <PopoverPanel className="popover absolute top-full right-0 z-20 mt-1 grid w-80 max-w-[calc(100vw-2rem)] gap-2 p-3! max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:w-auto">
        <CoverageSites coverage={coverage} />
      </PopoverPanel>
    </Popover>
  )
}
