import { SerialListDialog, SerialListNotice } from './serial-lists.tsx'

type Props = {
  /** The applied list of serials. */
  serialList: string | undefined
  /** The serials that the dialog opens with; null = the dialog is closed. */
  pasted: string | null
  setPasted: (pasted: string | null) => void
  onApply: (serialList: string | undefined) => void
}

/** The notice of an applied list of serials, and the dialog that reads pasted ones. */
export const SerialListParts = ({ serialList, pasted, setPasted, onApply }: Props) => (
  <>
    {serialList !== undefined && (
      <SerialListNotice
        key={serialList}
        serialList={serialList}
        onChange={() => setPasted('')}
        onLeave={() => onApply(undefined)}
      />
    )}
    {pasted !== null && (
      <SerialListDialog
        start={pasted}
        onClose={() => setPasted(null)}
        onFound={(found) => {
          setPasted(null)
          onApply(found)
        }}
      />
    )}
  </>
)
