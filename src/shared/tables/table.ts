/** A cell of a table: a number where the file says that it is one. */
export type Cell = string | number | null
/** One line, numbered as the file numbers it (a spreadsheet's row, a line of text), so that a mistake can be found there. */
export type TableLine = { line: number; cells: Cell[] }
/** What a reader had to decide about a cell: `column` counts from 0. */
export type TableNote = { line: number; column: number; code: 'formula' | 'formulaEmpty' | 'merged' }
/** One sheet of a file; text has one without a name. */
export type TableSheet = { name: string; lines: TableLine[]; notes: TableNote[] }

/** Why no table could be read. */
export const tableFaults = ['notAWorkbook', 'oldWorkbook', 'locked', 'tooLarge', 'tooManyCells', 'empty'] as const
export type TableFault = (typeof tableFaults)[number]
/** A file that cannot be read, by its reason. */
export class TableError extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault) {
    super(fault)
    this.fault = fault
  }
}
