import type { Content, TableCell } from 'pdfmake/interfaces'
import { paragraph } from '#server/services/pdf/headings.ts'
import { together } from '#server/services/pdf/page-breaks.ts'
import { colours } from '#server/services/pdf/paper.ts'
import { cell, head, right, table } from '#server/services/pdf/tables.ts'
import type { Machines, StatementInput } from './input.ts'
import { count, type Paper, sectionHeading } from './paper.ts'

/** Up to this many characters of serials and this many transfers, one per line, the table fits on one page. */
const fewCharacters = 1_500
const fewMoves = 10
const atRight = { alignment: 'right' } as const
const more = (paper: Paper, left: number): Content[] =>
  left > 0
    ? [{ text: paper.line('list.more', { color: colours.muted, fontSize: 8 }, { count: left }), margin: [0, 0, 0, 4] }]
    : []

/** Part 4: the machines in repair, with dates and outcome. */
export function repairs(paper: Paper, { repairs: found }: StatementInput): Content[] {
  if (found.count === 0)
    return [sectionHeading(paper, 'repairs'), { text: paper.label('repairs.none', { color: colours.muted }) }]
  const day = (text: string | null) => cell(paper.text(text ?? '–'))
  return [
    sectionHeading(paper, 'repairs'),
    paragraph(paper, 'repairs.note', { count: found.count }),
    table(
      ['*', '*', 62, 62, 34, 118],
      [
        [
          head(paper.label('repairs.serial')),
          head(paper.label('repairs.site')),
          head(paper.label('repairs.out')),
          head(paper.label('repairs.back')),
          head(paper.label('repairs.days'), atRight),
          head(paper.label('repairs.outcome')),
        ],
        ...found.rows.map((row): TableCell[] => [
          cell(paper.text(row.serial)),
          cell(paper.text(row.site ?? '–')),
          day(row.out),
          day(row.back),
          right(paper.text(count(row.days))),
          cell(row.outcome ? paper.line(`outcome.${row.outcome}`) : paper.line('repairs.open')),
        ]),
      ],
      { fontSize: 7.5, margin: [0, 2, 0, 4] },
    ),
    ...more(paper, found.count - found.rows.length),
  ]
}

/** Return the cell of machines by day and other owner, followed by those without a known transfer. */
function movesOf(paper: Paper, { moves, serials, count: all }: Machines): TableCell {
  const known = new Set(moves.flatMap((move) => move.serials))
  const others = serials.filter((serial) => !known.has(serial))
  const lines = moves.map(({ date, other, serials: own }) => [
    ...paper.text(`${date} · `, { bold: true }),
    ...(other === null || other === 'new'
      ? paper.label(other === null ? 'changes.nobody' : 'changes.new', { bold: true })
      : paper.text(other.zh === other.en ? other.zh : `${other.zh} ${other.en}`, { bold: true })),
    ...paper.text(` (${count(own.length)}): ${own.join(', ')}`),
  ])
  if (others.length > 0) lines.push([...paper.text(others.join(', '))])
  if (all > serials.length)
    lines.push([...paper.line('list.more', { color: colours.muted }, { count: all - serials.length })])
  return { stack: lines.map((text) => ({ text, margin: [0, 0, 0, 2] })) }
}

/** Return the cell of machines: by transfer if any is known, otherwise their serials, as many as are listed. */
const named = (paper: Paper, machines: Machines): TableCell =>
  machines.moves.length > 0
    ? movesOf(paper, machines)
    : cell(
        machines.serials.length === 0
          ? paper.text('–')
          : [
              ...paper.text(machines.serials.join(', ')),
              ...(machines.count > machines.serials.length
                ? [
                    ...paper.text(' '),
                    ...paper.line(
                      'list.more',
                      { color: colours.muted },
                      { count: machines.count - machines.serials.length },
                    ),
                  ]
                : []),
            ],
      )

/** Part 5: the machines at the beginning and at the end, and those gained and left in between. */
export function changes(paper: Paper, { changes: found }: StatementInput): Content[] {
  if (!found) return [sectionHeading(paper, 'changes'), { text: paper.label('days.none', { color: colours.muted }) }]
  const { opening, closing, gained, left, scrapped, lost, within, isInternal } = found
  const total = (word: 'changes.opening' | 'changes.closing', of: { day: string; count: number }): TableCell[] => [
    cell(paper.label(word, { bold: true }, { day: of.day })),
    right(paper.text(count(of.count), { bold: true })),
    cell(paper.text('')),
  ]
  const line = (
    word: 'changes.gained' | 'changes.left' | 'changes.scrapped' | 'changes.lost',
    machines: Machines,
  ): TableCell[] => [cell(paper.label(word)), right(paper.text(count(machines.count))), named(paper, machines)]
  const heading = sectionHeading(paper, 'changes')
  const characters = [gained, left, scrapped, lost].reduce((sum, { serials }) => sum + serials.join(', ').length, 0)
  const fits = characters <= fewCharacters && gained.moves.length + left.moves.length <= fewMoves
  const body = table(
    [150, 50, '*'],
    [
      [
        head(paper.line('section.changes')),
        head(paper.label('changes.devices'), atRight),
        head(paper.line('changes.serials')),
      ],
      total('changes.opening', opening),
      line('changes.gained', gained),
      ...(within > 0
        ? [[cell(paper.label('changes.within')), right(paper.text(count(within))), cell(paper.text(''))]]
        : []),
      line('changes.left', left),
      line('changes.scrapped', scrapped),
      total('changes.closing', closing),
      line('changes.lost', lost),
    ],
    { margin: [0, 2, 0, 4], tallRows: !fits },
  )
  const balance = [
    paragraph(paper, 'changes.balance'),
    ...(isInternal ? [{ text: paper.label('changes.internal', { color: colours.caution }) }] : []),
  ]
  return fits ? [together(heading, body, ...balance)] : [heading, body, ...balance]
}
