import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph, subHeading } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours, contentWidth } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import { choiceLabel } from '#shared/selection/labels.ts'
import { type RoomPlan, roomPlanOf } from '#shared/selection/room-plan.ts'
import { drawn } from './drawing.ts'
import { sectionHeading } from './headings.ts'
import type { ReportImage, ReportInput } from './input.ts'
import { typed } from './numbers.ts'
import type { Paper } from './paper.ts'
import { doorColour, planDrawing } from './plan-drawing.ts'

const largest = { width: contentWidth, height: 250 }
const small = { width: 158, height: 105 }
const inRow = 3
const widestPlan = 345
/** A second language below the first leaves less space for the drawing. */
const highestPlan = (paper: Paper): number => (paper.languages.length > 1 ? 250 : 330)
const firstOfPng = 0x89

/** Return the bytes of a picture that the server itself encoded, never an address or a path. */
const dataOf = ({ bytes }: ReportImage): string =>
  `data:image/${bytes[0] === firstOfPng ? 'png' : 'jpeg'};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`

/** Shrink a picture to fit a box, and never enlarge it. */
function pictured(paper: Paper, image: ReportImage, box: { width: number; height: number }): Content {
  const shrink = Math.min(1, box.width / image.width, box.height / image.height)
  return {
    stack: [
      {
        image: dataOf(image),
        width: Math.max(1, image.width * shrink),
        height: Math.max(1, image.height * shrink),
        alignment: 'center',
      },
      {
        text: paper.text(image.fileName, { color: colours.muted, fontSize: 7 }),
        alignment: 'center',
        margin: [0, 2, 0, 0],
      },
    ],
    margin: [0, 0, 0, 8],
    unbreakable: true,
  }
}

function pictures(paper: Paper, images: readonly ReportImage[]): Content[] {
  const main = images.find((image) => image.main) ?? images[0]
  if (!main) return []
  const others = images.filter((image) => image !== main)
  const rows: TableCell[][] = []
  for (let start = 0; start < others.length; start += inRow) {
    const row = others
      .slice(start, start + inRow)
      .map((image): TableCell => ({ stack: [pictured(paper, image, small)] }))
    rows.push([...row, ...Array.from({ length: inRow - row.length }, (): TableCell => ({ text: '' }))])
  }
  const gallery: Content[] =
    rows.length > 0
      ? [{ table: { widths: ['*', '*', '*'], body: rows, dontBreakRows: true }, layout: 'noBorders' }]
      : []
  return [pictured(paper, main, largest), ...gallery]
}

function legend(paper: Paper, plan: RoomPlan): Content {
  const doors = plan.doors.filter(({ isInner }) => !isInner)
  return table(
    [24, 62, '*'],
    [
      [
        head(paper.line('plan.door')),
        head(paper.line('plan.size'), { alignment: 'right' }),
        head(paper.line('plan.state')),
      ],
      ...doors.map(({ number, widthM, heightM, state }): TableCell[] => [
        cell(paper.text(String(number), { bold: true, color: doorColour(state) })),
        right(paper.text(`${typed(widthM)} × ${typed(heightM)} m`)),
        cell(paper.stacked((language) => choiceLabel(language, state))),
      ]),
    ],
    { fontSize: 7.5 },
  )
}

function planOf(paper: Paper, plan: RoomPlan): Content {
  const drawing = planDrawing(paper, plan, widestPlan, highestPlan(paper))
  return {
    columns: [
      { width: widestPlan, stack: [drawn(drawing)] },
      {
        width: '*',
        stack: [
          {
            text: paper.label('plan.scale', { fontSize: 8.5, bold: true }, { scale: drawing.scale }),
            margin: [0, 4, 0, 6],
          },
          legend(paper, plan),
          paragraph(paper, 'plan.schematic'),
          ...(plan.reentryRoom ? [paragraph(paper, 'plan.inner')] : []),
          ...(plan.doorsFit ? [] : [{ text: paper.label('plan.doorsWide', { color: colours.caution, fontSize: 8 }) }]),
        ],
      },
    ],
    columnGap: 12,
    unbreakable: true,
  }
}

/** Part 3: the uploaded sketches, the main one large, and the plan to scale. */
export function sketch(paper: Paper, { project, images }: ReportInput): Content[] {
  const plan = roomPlanOf(project)
  const drawnPlan = plan ? [together(subHeading(paper, 'plan.heading'), planOf(paper, plan))] : []
  const [first, ...others] = pictures(paper, images)
  if (!first) return [together(sectionHeading(paper, 'sketch'), paragraph(paper, 'sketch.none'), ...drawnPlan)]
  return [together(sectionHeading(paper, 'sketch'), first), ...others, ...drawnPlan]
}
