/**
 * The result of a file whose lines create or update rows: read = created + updated + unchanged + refused. With a
 * refused line nothing was changed.
 */
export type ImportCounts = {
  read: number
  created: number
  updated: number
  unchanged: number
  refused: number
  applied: boolean
}
