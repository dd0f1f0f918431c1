/** A cell of a table: a number if the file marks it as one. */
export type Cell = string | number | null
/**
 * One line with its number in the file (a spreadsheet's row, a line of text), so that the user can find an error there.
 */
export type TableLine = { line: number; cells: Cell[] }
/** A reader's note about a cell: `column` counts from 0. */
export type TableNote = { line: number; column: number; code: 'formula' | 'formulaEmpty' | 'merged' }
/** One sheet of a file; text has one without a name. */
export type TableSheet = { name: string; lines: TableLine[]; notes: TableNote[] }

/** Why no table could be read. */
export const tableFaults = ['notAWorkbook', 'oldWorkbook', 'locked', 'tooLarge', 'tooManyCells', 'empty'] as const
export type TableFault = (typeof tableFaults)[number]
/** A file that cannot be read, with the reason. */
export class TableError extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault) {
    super(fault)
    this.fault = fault
  }
}
