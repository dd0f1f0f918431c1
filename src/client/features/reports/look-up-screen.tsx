import { CircleCheckBig } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useBranding } from '#client/branding.ts'
import { messageOf } from '#client/failures.ts'
import { addWords, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { BrandMark } from '#client/ui/brand-mark.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { LanguageButton } from '#client/ui/language-button.tsx'
import { checkCodeLength, longestReportNumber } from '#shared/field-limits.ts'
import { lookUp } from '#shared/i18n/look-up.ts'
import type { LookUpAnswer } from '#shared/reports.ts'

// The frame loads words only after sign-in, and this screen is public.
addWords([lookUp])

/** The public page: a finished inspection for anyone with its number and check code. */
export function LookUpScreen() {
  const { brandText } = useBranding()
  const [answer, setAnswer] = useState<LookUpAnswer | null>(null)
  const [isAgain, setIsAgain] = useState(false)
  useEffect(() => {
    document.title = `${say('lookUp.title')} · ${brandText}`
  }, [brandText])
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] p-4">
      <header className="flex justify-end gap-2 print:hidden">
        <LanguageButton />
      </header>
      <main className="mx-auto grid w-full max-w-sm content-start gap-6 pt-[clamp(1rem,10vh,8rem)] pb-8">
        <div className="grid justify-items-center gap-3 text-center">
          <BrandMark className="size-12" />
          <p className="min-h-7 text-xl font-semibold">{brandText}</p>
        </div>
        <section aria-label={say('lookUp.title')} className="rounded-md border border-line bg-surface p-6">
          <h1 className="mb-4 text-lg font-semibold">{say('lookUp.title')}</h1>
          {answer ? (
            <Found
              answer={answer}
              onLookUpAgain={() => {
                setAnswer(null)
                setIsAgain(true)
              }}
            />
          ) : (
            <LookUpForm isAgain={isAgain} onFound={setAnswer} />
          )}
        </section>
      </main>
      <footer className="text-center print:hidden">
        <AppLink href="/login" className="text-accent hover:underline">
          {say('lookUp.login')}
        </AppLink>
      </footer>
    </div>
  )
}

/**
 * The form for number and check code. The address may contain both and fills the form the first time; `isAgain` = it
 * has already done so.
 */
function LookUpForm({ isAgain, onFound }: { isAgain: boolean; onFound: (answer: LookUpAnswer) => void }) {
  const utils = trpc.useUtils()
  const [given] = useState(() => new URLSearchParams(isAgain ? '' : location.search))
  const [number, setNumber] = useState(given.get('number')?.slice(0, longestReportNumber) ?? '')
  const [code, setCode] = useState(given.get('code')?.slice(0, checkCodeLength) ?? '')
  const [left, setLeft] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (busy || number.trim() === '' || code.trim() === '') return
    setBusy(true)
    setProblem(null)
    try {
      onFound(await utils.client.reports.lookUp.query({ reportNumber: number, checkCode: code }))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-muted">{say('lookUp.help')}</p>
      <TextField
        label={say('lookUp.reportNumber')}
        required
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={longestReportNumber}
        value={number}
        onChange={setNumber}
        placeholder="JC20260101-0001"
        error={left && number.trim() === '' ? say('lookUp.numberMissing') : null}
      />
      <TextField
        label={say('lookUp.checkCode')}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={checkCodeLength}
        value={code}
        onChange={(value) => setCode(value.toUpperCase())}
        error={left && code.trim() === '' ? say('lookUp.codeMissing') : null}
      />
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <Button type="submit" variant="primary" busy={busy}>
        {say('lookUp.search')}
      </Button>
    </form>
  )
}

function Found({ answer, onLookUpAgain }: { answer: LookUpAnswer; onLookUpAgain: () => void }) {
  const { result, tankerType } = answer
  return (
    <div className="grid gap-4" role="status">
      <p className="flex items-center gap-2 font-medium text-success">
        <CircleCheckBig aria-hidden className="size-5" />
        {say('lookUp.finished')}
      </p>
      <dl className="grid gap-3">
        <Fact label={say('lookUp.reportNumber')}>{answer.reportNumber}</Fact>
        <Fact label={say('lookUp.result')}>
          <strong className={result === '不合格' ? 'text-danger' : undefined}>
            {result === '合格' || result === '不合格' ? say(`lookUp.result.${result}`) : result}
          </strong>
        </Fact>
        <Fact label={say('lookUp.tankerNumber')}>{answer.tankerNumber}</Fact>
        <Fact label={say('lookUp.tankerType')}>{tankerType && say(`lookUp.tanker.${tankerType}`)}</Fact>
        <Fact label={say('lookUp.checkMethod')}>{answer.checkMethod}</Fact>
        <Fact label={say('lookUp.orgName')}>{answer.orgName}</Fact>
        <Fact label={say('lookUp.finishedTime')}>{answer.finishedTimeStr && toMinute(answer.finishedTimeStr)}</Fact>
      </dl>
      <Button onClick={onLookUpAgain} className="print:hidden">
        {say('lookUp.again')}
      </Button>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2">
      <dt className="text-muted">{label}</dt>
      <dd className="figures text-right font-medium break-all">{children ?? '-'}</dd>
    </div>
  )
}
