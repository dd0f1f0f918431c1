import { useId } from 'react'
import { useWord } from '#client/i18n.ts'
import { DateField } from '#client/ui/date-field.tsx'
import { Field } from '#client/ui/field.tsx'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { feedFormats, longestSheetName, maxFeedBytes } from '#shared/feed.ts'
import type { ConfiguredFeed } from '#shared/feed-batches.ts'
import { FeedOption } from './feed-option.tsx'
import { type FeedChoice, hasSheets } from './use-feed-job.ts'

type Source = 'configured' | 'file'
type Props = {
  /** The source that can be read without a file. */
  configured: ConfiguredFeed['source']
  source: Source
  onSource: (source: Source) => void
  choice: FeedChoice
  onChoice: (choice: FeedChoice) => void
  needsFile: boolean
  /** Why the last attempt failed, as a message. */
  problem: string | null
}

/** The source of the feed, and how strictly its lines are checked. */
export function FeedSource({ configured, source, onSource, choice, onChoice, needsFile, problem }: Props) {
  const say = useWord()
  const set = (patch: Partial<FeedChoice>) => onChoice({ ...choice, ...patch })
  return (
    <div className="grid grid-cols-1 gap-5">
      {problem && (
        <p role="alert" className="rounded-md border border-line bg-caution-soft px-3 py-2">
          {problem}
        </p>
      )}
      <fieldset className="grid min-w-0 grid-cols-1 gap-3">
        <legend className="mb-2 font-medium">{say('feedScreen.source')}</legend>
        {configured && <Kinds configured={configured} source={source} onSource={onSource} />}
        {source === 'file' && (
          <FileFields configured={configured} choice={choice} needsFile={needsFile} onChange={set} />
        )}
        {!configured && <p className="text-xs text-muted">{say('feedScreen.notConfigured')}</p>}
      </fieldset>
      <fieldset className="grid min-w-0 grid-cols-1 gap-3">
        <legend className="mb-2 font-medium">{say('feedScreen.options')}</legend>
        <FeedOption
          kind="checkbox"
          name="strict"
          label={say('feedScreen.strict')}
          help={say('feedScreen.strictHint')}
          checked={choice.strict}
          onChange={(strict) => set({ strict })}
        />
        <FeedOption
          kind="checkbox"
          name="absentOffline"
          label={say('feedScreen.absentOffline')}
          help={say('feedScreen.absentOfflineHint')}
          checked={choice.absentOffline}
          onChange={(absentOffline) => set({ absentOffline })}
        />
        <DateField
          label={say('nav.businessDate')}
          help={say('feedScreen.dateHint')}
          value={choice.businessDate}
          onChange={(businessDate) => set({ businessDate })}
        />
      </fieldset>
    </div>
  )
}

type FileProps = Pick<Props, 'configured' | 'choice' | 'needsFile'> & { onChange: (patch: Partial<FeedChoice>) => void }

/** The file, and the sheet of a workbook. */
function FileFields({ configured, choice, needsFile, onChange }: FileProps) {
  const say = useWord()
  return (
    <div className={configured ? 'pl-6' : ''}>
      {!configured && <p className="mb-2 text-xs text-muted">{say('feedScreen.fileHint')}</p>}
      <FileDrop
        label={say('feedScreen.file')}
        labelHidden
        file={choice.file}
        onChange={(file) => onChange({ file, sheet: '' })}
        kinds={feedFormats.map((format) => `.${format}`)}
        maxBytes={maxFeedBytes}
      />
      {needsFile && (
        <p role="alert" className="mt-1 text-xs text-danger">
          {say('feedScreen.needFile')}
        </p>
      )}
      {choice.file && hasSheets(choice.file) && (
        <div className="mt-3">
          <Field label={say('feedScreen.sheet')} help={say('feedScreen.sheetHint')}>
            {(control) => (
              <input
                {...control}
                className="control w-44!"
                maxLength={longestSheetName}
                value={choice.sheet}
                onChange={(event) => onChange({ sheet: event.target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </div>
  )
}

/** Choose the configured feed or a file. */
function Kinds({
  configured,
  source,
  onSource,
}: { configured: NonNullable<Props['configured']> } & Pick<Props, 'source' | 'onSource'>) {
  const say = useWord()
  const name = useId()
  return (
    <>
      <FeedOption
        kind="radio"
        name={name}
        label={say(`feedScreen.${configured}`)}
        help={say(`feedScreen.${configured}Hint`)}
        checked={source === 'configured'}
        onChange={() => onSource('configured')}
      />
      <FeedOption
        kind="radio"
        name={name}
        label={say('feedScreen.file')}
        help={say('feedScreen.fileHint')}
        checked={source === 'file'}
        onChange={() => onSource('file')}
      />
    </>
  )
}
