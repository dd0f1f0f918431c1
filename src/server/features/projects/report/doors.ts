import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import type { DoorFlow } from '#shared/selection/doors.ts'
import { choiceLabel } from '#shared/selection/labels.ts'
import { sectionHeading } from './headings.ts'
import type { ReportInput } from './input.ts'
import { percent, quantity, significant, typed, withUnit } from './numbers.ts'
import type { Paper } from './paper.ts'
import { doorShares } from './shares.ts'

const depthOf = (project: ReportInput['project'], number: number): number | null =>
  project[`door${number as 1 | 2 | 3}Width`]
const opens = ({ door }: DoorFlow): boolean => door.state !== 'alwaysClosed'

/** Part 4: each door with its moisture load on the design day and at the annual peak. */
export function doors(paper: Paper, { project, details }: ReportInput): Content[] {
  const { design, peak } = details.duty.cases
  const [designShares, peakShares] = [doorShares(design), doorShares(peak)]
  const names = [
    head(paper.label('doors.number')),
    head(paper.label('doors.size')),
    head(paper.label('doors.depth'), { alignment: 'right' }),
    head(paper.label('doors.state')),
    head(paper.label('doors.count'), { alignment: 'right' }),
    head(paper.label('doors.openFraction'), { alignment: 'right' }),
    head(paper.label('doors.effectiveness'), { alignment: 'right' }),
    head(paper.label('doors.flow'), { alignment: 'right' }),
    head(paper.label('doors.design'), { alignment: 'right' }),
    head(paper.label('doors.peak'), { alignment: 'right' }),
  ]
  const rows = design.doors.map((flow, index): TableCell[] => {
    const { door } = flow
    const [onDesign, onPeak] = [designShares[index], peakShares[index]]
    const both = (share: typeof onDesign) =>
      share ? `${significant(share.openKgH)} + ${significant(share.leakKgH)}` : '–'
    return [
      cell(paper.text(String(door.number), { bold: true })),
      cell(paper.text(`${typed(door.widthM)} × ${typed(door.heightM)} m`)),
      right(
        paper.text(
          withUnit(depthOf(project, door.number) === null ? null : typed(depthOf(project, door.number) ?? 0), 'm'),
        ),
      ),
      cell(paper.stacked((language) => choiceLabel(language, door.state))),
      right(paper.text(door.state === 'occasionally' ? typed(door.openingsPerDay) : '–')),
      right(paper.text(significant(flow.openFraction))),
      right(paper.text(opens(flow) ? significant(flow.effectiveness) : '–')),
      right(paper.text(opens(flow) ? quantity(flow.fullFlowKgS, '') : '–')),
      right(paper.text(both(onDesign))),
      right(paper.text(both(onPeak))),
    ]
  })
  const { effectiveness, inputs } = details.duty
  const curtains = inputs.airCurtain || inputs.doorCurtain
  return [
    together(
      sectionHeading(paper, 'doors'),
      table([20, 58, 28, 56, 36, 40, 34, 44, '*', '*'], [names, ...rows], {
        fontSize: 7.5,
        margin: [0, 0, 0, 4],
        gap: 3,
      }),
      paragraph(paper, 'doors.note'),
      {
        text: paper.label(
          curtains ? 'doors.curtains' : 'doors.noCurtains',
          { color: colours.muted, fontSize: 8 },
          { share: percent(effectiveness) },
        ),
        margin: [0, 0, 0, 4],
      },
    ),
  ]
}
