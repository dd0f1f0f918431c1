import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { formatNumber, say, useWord } from '#client/i18n.ts'
import { saveCsv } from '#client/save-csv.ts'
import { Button } from '#client/ui/button.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { type FeedError, type FeedResult, maxKeptErrors } from '#shared/feed.ts'
import { feedReasons } from '#shared/feed-reasons.ts'
import { summarizeErrors } from '#shared/feed-summary.ts'

const unknown = '\u0000'

/**
 * An old batch has error messages in the language of the user who applied it; replace those without values of their
 * line by the reader's language.
 */
function inOwnWords(errors: readonly FeedError[]): FeedError[] {
  const texts = new Map(
    feedReasons.map((reason) => [reason, say(`feed.reason.${reason}`, { value: unknown, limit: unknown })]),
  )
  return errors.map((error) => {
    const text = texts.get(error.reason)
    return text === undefined || text.includes(unknown) ? error : { ...error, text }
  })
}

/** On a phone the table has no header that explains the number. */
function LineNumber({ line }: { line: number }) {
  const say = useWord()
  return (
    <>
      <span aria-hidden className="text-muted sm:hidden">
        {say('feedScreen.line')}{' '}
      </span>
      {line}
    </>
  )
}

/** Return how many errors there are, how many of them the response contains, and how many are listed. */
function countText(errorCount: number, received: number, listed: number): string {
  if (errorCount <= listed) return say('feedScreen.errorCount', { count: formatNumber(errorCount) })
  const inFile = received < errorCount ? 'feedScreen.errorsInFile' : 'feedScreen.errorsListed'
  return say(received > listed ? inFile : 'feedScreen.errorsShown', {
    count: formatNumber(errorCount),
    shown: formatNumber(listed),
    told: formatNumber(received),
  })
}

/** Each line that was refused or needs a decision, with its reason; downloadable as CSV. */
export function FeedErrors({ result }: { result: FeedResult }) {
  const say = useWord()
  const { errorCount } = result
  const errors = useMemo(() => inOwnWords(result.errors), [result.errors])
  const titles = [say('feedScreen.line'), say('feedScreen.serial'), say('feedScreen.reason')]
  // Ten thousand rows would freeze the browser; the file has all errors of the response.
  const listed = errors.slice(0, maxKeptErrors)
  return (
    <div className="grid grid-cols-1 gap-2">
      {errors.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-muted">{countText(errorCount, errors.length, listed.length)}</span>
          <Button
            size="sm"
            icon={<Download aria-hidden className="size-3.5" />}
            onClick={() =>
              saveCsv(
                say('feedScreen.errorsFile'),
                [titles, ...errors.map(({ line, serial, text }) => [line, serial, text])],
                new Set([1]),
              )
            }
          >
            {say('feedScreen.downloadErrors')}
          </Button>
        </div>
      )}
      {errors.length > 1 && (
        <ul className="grid gap-1">
          {summarizeErrors(result, say).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <PlainTable
        label={say('feedScreen.errors')}
        columns={[
          { title: say('feedScreen.line'), figures: true },
          { title: say('feedScreen.serial') },
          { title: say('feedScreen.reason'), grow: true },
        ]}
        rows={listed.map(({ line, serial, reason, text }) => ({
          key: `${line}-${reason}`,
          cells: [<LineNumber key="line" line={line} />, serial ?? '-', text],
        }))}
        empty={say('feedScreen.noErrors')}
        stacked
      />
    </div>
  )
}
