import { useId, useState } from 'react'
import type { FileCall } from '#client/fetch-file.ts'
import { language, useWord } from '#client/i18n.ts'
import type { ExportFormat } from '#shared/devices.ts'
import { DownloadDialog } from './download-dialog.tsx'

const words = { xls: 'fleet.exportXls', xlsx: 'fleet.exportXlsx', csv: 'fleet.exportCsv' } as const

type Props = {
  open: boolean
  onClose: () => void
  title: string
  sentence: string
  columns?: readonly string[] | undefined
  formats: readonly ExportFormat[]
  call: (format: ExportFormat) => FileCall
}

/** Export a list as a file with the same filters, order and columns as on the screen. */
export function ExportDialog({ open, onClose, title, sentence, columns = [], formats, call }: Props) {
  const say = useWord()
  const id = useId()
  const [format, setFormat] = useState<ExportFormat>(formats[0] ?? 'csv')
  return (
    <DownloadDialog open={open} onClose={onClose} title={title} call={() => call(format)}>
      {(busy) => (
        <>
          <p>{sentence}</p>
          <fieldset disabled={busy}>
            <legend className="mb-1 font-medium">{say('fleet.exportFormat')}</legend>
            {formats.map((choice) => (
              <label key={choice} className="option">
                <input
                  type="radio"
                  name={`${id}-format`}
                  checked={format === choice}
                  onChange={() => setFormat(choice)}
                  className="accent-(--accent-fill)"
                />
                {say(words[choice])}
              </label>
            ))}
          </fieldset>
          {columns.length > 0 && (
            <p className="text-muted">
              {say('fleet.exportColumns', { columns: columns.join(language === 'zh' ? '、' : ', ') })}
            </p>
          )}
        </>
      )}
    </DownloadDialog>
  )
}
