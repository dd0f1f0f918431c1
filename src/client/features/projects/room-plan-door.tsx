import type { OpenState } from '#shared/selection/inputs.ts'

type DoorShapeProps = { x: number; y: number; width: number; state: OpenState }

const least = 2
const halfLeaf = 2

/**
 * An opening in its wall, in drawing units: a closed leaf across it, an open leaf, or a leaf with the arc of its swing
 * for a door that is opened occasionally. The states differ by shape.
 */
export function DoorShape({ x, y, width: trueWidth, state }: DoorShapeProps) {
  const width = Math.max(least, trueWidth)
  const leaf = Math.min(width, 28)
  return (
    <g>
      <rect x={x} y={y - halfLeaf - 0.5} width={width} height={2 * halfLeaf + 1} className="fill-surface" />
      {state === 'alwaysClosed' ? (
        <rect x={x} y={y - halfLeaf} width={width} height={2 * halfLeaf} className="fill-accent" />
      ) : (
        <>
          <line x1={x} y1={y} x2={x} y2={y + leaf} className="stroke-accent" strokeWidth={2.5} />
          {state === 'occasionally' && (
            <path
              d={`M ${x} ${y + leaf} A ${leaf} ${leaf} 0 0 0 ${x + leaf} ${y}`}
              className="fill-none stroke-accent"
              strokeWidth={1}
              strokeDasharray="3 2"
            />
          )}
          {state === 'alwaysOpen' && (
            <line x1={x} y1={y} x2={x + width} y2={y} className="stroke-accent" strokeWidth={1} strokeDasharray="1 3" />
          )}
        </>
      )}
    </g>
  )
}

/** The same shape without a wall, beside its word in the list. */
export const DoorSymbol = ({ state }: { state: OpenState }) => (
  <svg aria-hidden width={24} height={24} viewBox="0 0 24 24" className="shrink-0">
    <line x1={0} y1={5} x2={24} y2={5} className="stroke-ink" strokeWidth={3} />
    <DoorShape x={5} y={5} width={14} state={state} />
  </svg>
)
