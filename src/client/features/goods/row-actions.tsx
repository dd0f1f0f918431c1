import { say, useWord } from '#client/i18n.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/table.tsx'

type Props = { name: string; onEdit: () => void; onDelete: () => void }

/** The column at the end of a list of goods, categories or tags. */
export const actionsColumn = <Row extends { name: string }>(onEdit: (row: Row) => void, onDelete: (row: Row) => void): Column<Row> => ({
  key: 'actions',
  title: say('goods.actions'),
  fixed: true,
  sticky: 'end',
  cell: (row) => <RowActions name={row.name} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />,
})

/** Edit and delete of a row; deleting asks first, naming what it deletes. */
function RowActions({ name, onEdit, onDelete }: Props) {
  const say = useWord()
  const remove = async () => {
    if (await askConfirm({ message: say('goods.deleteAsk', { name }), danger: true })) onDelete()
  }
  return (
    <span className="-ml-2 flex items-center">
      <Button variant="quiet" size="sm" className="text-accent!" aria-label={`${say('goods.edit')} ${name}`} onClick={onEdit}>
        {say('goods.edit')}
      </Button>
      <Button variant="quiet" size="sm" className="text-danger!" aria-label={`${say('goods.delete')} ${name}`} onClick={() => void remove()}>
        {say('goods.delete')}
      </Button>
    </span>
  )
}
