import { formatNumber, useWord } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import type { RepairSaveAnswer } from '#shared/repairs.ts'

/** The lines of an answer; refused lines come first, because a person must look at them. */
export function RepairLines({ answer }: { answer: RepairSaveAnswer }) {
  const say = useWord()
  const lines = [...answer.lines]
    .sort((one, other) => Number(one.answer === 'ready') - Number(other.answer === 'ready') || one.line - other.line)
    .slice(0, 500)
  return (
    <section aria-label={say('repairs.answer')} className="grid gap-2">
      <p role="status" className="font-medium">
        {say('repairs.checked', { done: formatNumber(answer.done), refused: formatNumber(answer.refused) })}
      </p>
      {answer.refused > 0 && answer.done > 0 && <p className="text-muted">{say('repairs.partly')}</p>}
      <ScrollBox label={say('repairs.answer')} className="max-h-56 rounded-md border border-line">
        <table className="w-full">
          <thead className="sticky top-0 bg-surface text-muted">
            <tr>
              {(['repairs.line', 'repair.column.deviceSerial', 'repair.column.site', 'repairs.answer'] as const).map(
                (word) => (
                  <th key={word} scope="col" className="px-2 py-1 text-start font-medium">
                    {say(word)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.line} className="border-t border-line">
                <td className="figures px-2 py-1">{line.line}</td>
                <td className="px-2 py-1 font-mono">{line.serial}</td>
                <td className="px-2 py-1">{line.site ?? '-'}</td>
                <td className={classNames('px-2 py-1', line.answer === 'ready' ? 'text-success' : 'text-danger')}>
                  {line.text}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}
