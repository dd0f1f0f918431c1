import { useMemo, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import type { PlanData } from '#shared/selection/room-plan.ts'
import { ProjectPlan, planOfCard } from './project-plan.tsx'

/**
 * The main image of a project; without a valid image address its plan, and without sizes a drawing of a store. All have
 * the same frame.
 */
export function ProjectPicture({ url, sizes, title }: { url: string | null; sizes: PlanData; title: string }) {
  const say = useWord()
  const [failed, setFailed] = useState<string | null>(null)
  const plan = useMemo(() => planOfCard(sizes), [sizes])
  return (
    <div className="aspect-[2/1] overflow-hidden rounded-t-md border-b border-line bg-sunken">
      {url !== null && url !== failed ? (
        <img
          src={url}
          alt={say('projects.mainImage', { title })}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setFailed(url)}
        />
      ) : plan ? (
        <ProjectPlan plan={plan} title={title} />
      ) : (
        <DrawnStore />
      )}
    </div>
  )
}

/** A cold store in outline: two walls, the floor, a door and a snowflake. */
const DrawnStore = () => (
  <svg
    aria-hidden
    viewBox="0 0 320 190"
    className="size-full text-control"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinejoin="round"
  >
    <path d="M160 34 262 74v64l-102 30L58 138V74z" className="fill-surface" />
    <path d="M160 34v68M160 102 58 138M160 102l102 36" strokeDasharray="4 4" />
    <path d="M84 131V92l26-8v39z" className="fill-ground" />
    <g className="text-accent" strokeWidth="3" strokeLinecap="round">
      <path d="M212 84v40M194.700 94l34.600 20M229.300 94l-34.600 20" />
      <path d="m206 88 6 5 6-5M206 120l6-5 6 5" strokeWidth="2" />
    </g>
  </svg>
)
