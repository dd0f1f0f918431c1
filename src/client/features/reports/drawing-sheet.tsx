import { type PointerEvent, useRef, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { colours, type Shape, shapeFrom, shapeOf, sheet, type Tool } from './drawing.ts'

type Props = {
  objects: readonly unknown[]
  /** Left out where the drawing is read-only. */
  pencil?: {
    tool: Tool
    colour: string
    onDraw: (shape: Shape) => void
    onPlace: (at: { x: number; y: number }) => void
  }
}

/** The sheet of a drawing: white in every theme, drawn on with mouse, pen or finger. */
export function DrawingSheet({ objects, pencil }: Props) {
  const say = useWord()
  const frame = useRef<SVGSVGElement>(null)
  const [points, setPoints] = useState<{ x: number; y: number }[]>([])
  const at = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (!box || box.width === 0) return { x: 0, y: 0 }
    const round = (value: number) => Math.round(value * 10) / 10
    return {
      x: round(((event.clientX - box.left) / box.width) * sheet.width),
      y: round(((event.clientY - box.top) / box.height) * sheet.height),
    }
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (!pencil || event.button !== 0) return
    if (pencil.tool === 'note') return pencil.onPlace(at(event))
    event.currentTarget.setPointerCapture(event.pointerId)
    setPoints([at(event)])
  }
  const move = (event: PointerEvent) => points.length > 0 && setPoints((before) => [...before, at(event)])
  const end = () => {
    const shape = pencil && pencil.tool !== 'note' ? shapeFrom(pencil.tool, points, pencil.colour) : null
    setPoints([])
    if (shape) pencil?.onDraw(shape)
  }
  const shapes = objects.map(shapeOf).filter((shape) => shape !== null)
  const growing = pencil && pencil.tool !== 'note' ? shapeFrom(pencil.tool, points, pencil.colour) : null
  // Shapes have no ids, so their index is the key.
  const places = [...shapes, ...(growing ? [growing] : [])].map((shape, place) => ({ place, shape }))
  return (
    <svg
      ref={frame}
      role="img"
      aria-label={say('inspection.drawingLabel', { count: shapes.length })}
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      className="block h-auto w-full rounded-sm border border-line bg-white"
      style={pencil ? { touchAction: 'none', cursor: 'crosshair' } : undefined}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setPoints([])}
    >
      {places.map(({ place, shape }) => (
        <Drawn key={place} shape={shape} />
      ))}
    </svg>
  )
}

function Drawn({ shape }: { shape: Shape }) {
  const pen = {
    stroke: shape.stroke,
    strokeWidth: 2.5,
    fill: 'none',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const
  switch (shape.type) {
    case 'polyline':
      return <polyline {...pen} points={shape.points.map(({ x, y }) => `${x},${y}`).join(' ')} />
    case 'line':
      return <line {...pen} x1={shape.x1} y1={shape.y1} x2={shape.x2} y2={shape.y2} />
    case 'rect':
      return <rect {...pen} x={shape.left} y={shape.top} width={shape.width} height={shape.height} />
    case 'text':
      return (
        <text x={shape.left} y={shape.top} fill={shape.stroke ?? colours.ink} fontSize={18}>
          {shape.text}
        </text>
      )
  }
}
